import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import settings from "../packages/protocol/schemas/settings.json" with { type: "json" };
import { localCommands } from "../packages/terminal/src/commands/local-commands.ts";
import { keyLabel, sessionKeys } from "../packages/terminal/src/input/key-bindings.ts";
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
  const listed = rowsOf("Commands").flatMap((row) => /^\| `\/(\w+)/.exec(row)?.[1] ?? []);
  const ofSession = ["clear", "compact"];
  const names = [...localCommands.map(({ name }) => name), ...ofSession];
  expect(listed.toSorted()).toEqual(names.toSorted());
});

it.each(sessionKeys.map(({ keys: [keys = ""] }) => keyLabel(keys)))(
  "the page has the key %s",
  (key) => {
    expect(rowsOf("Keys").some((row) => row.startsWith(`| ${key} |`))).toBe(true);
  },
);

it("the page has every value of terminalNotifications, as the settings file takes them", () => {
  const { enum: known } = settings.properties.terminalNotifications;
  expect(known).toEqual(notificationChannels);
  const rows = rowsOf("Notifications").join("\n");
  for (const value of known) expect(rows).toContain(`\`${value}\``);
});
