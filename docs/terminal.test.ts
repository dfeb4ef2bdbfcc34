import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import settings from "../packages/protocol/schemas/settings.json" with { type: "json" };
import { localCommands } from "../packages/terminal/src/commands/local-commands.ts";
import { sessionCommands } from "../packages/terminal/src/commands/session-commands.ts";
import {
  inputKeys,
  keyLabel,
  sessionKeys,
  timelineKeys,
} from "../packages/terminal/src/input/key-bindings.ts";
import { notificationChannels } from "../packages/terminal/src/notify/notification-bytes.ts";

const page = readFileSync(join(import.meta.dirname, "terminal.md"), "utf8");

/** The rows of the table in a section. */
const rowsOf = (heading: string): readonly string[] =>
  page
    .split(/^## /m)
    .find((section) => section.startsWith(`${heading}\n`))
    ?.match(/^\| .*/gm)
    ?.slice(1) ?? [];

it("the page has every command of the screen, and no other", () => {
  const listed = rowsOf("Commands").flatMap((row) => /^\| `\/([\w-]+)/.exec(row)?.[1] ?? []);
  const listedBySession = ["clear", "compact"];
  const ours = [...localCommands, ...sessionCommands].map(({ name }) => name);
  const names = [...ours, ...listedBySession];
  expect(listed.toSorted()).toEqual(names.toSorted());
});

/** Keys that only move in the text or change it are in `/help` alone. */
const inPage: readonly string[] = ["send", "newline", "complete", "search-history"];

it.each(
  [...sessionKeys, ...timelineKeys, ...inputKeys.filter(({ command }) => inPage.includes(command))]
    .flatMap(({ keys }) => keys)
    .map(keyLabel),
)("the page has the key %s", (key) => {
  const listed = rowsOf("Keys").flatMap((row) => row.split("|")[1]?.trim().split(", ") ?? []);
  expect(listed).toContain(key);
});

it("the page has every value of terminalNotifications, as the settings file takes them", () => {
  const { enum: known } = settings.properties.terminalNotifications;
  expect(known).toEqual(notificationChannels);
  const rows = rowsOf("Notifications").join("\n");
  for (const value of known) expect(rows).toContain(`\`${value}\``);
});
