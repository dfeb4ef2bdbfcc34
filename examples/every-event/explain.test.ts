import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { firedEvents } from "@snaphook/agent/events";
import { events } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as tested from "../../scripts/packed/tested.ts";

const root = join(import.meta.dirname, "../..");
const checkedIn = join(root, "packages/protocol/schemas/report.explain.json");
const schema = z.fromJSONSchema(JSON.parse(readFileSync(checkedIn, "utf8")));
const fired: readonly string[] = firedEvents("reference", { asks: false, headless: true, env: {} });
const coreEvents = Object.values(events).filter(({ rule }) => rule !== "extended");

function explain(...args: readonly string[]) {
  const [program, ...words] = tested.command();
  const { status, stdout, stderr } = spawnSync(
    program,
    [
      ...words,
      "explain",
      ...args,
      ...["--cwd", join(import.meta.dirname, "project")],
      ...["--plugin-dir", join(import.meta.dirname, "plugin"), "--trust-project", "--json"],
    ],
    { encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const report = JSON.parse(stdout);
  expect(schema.safeParse(report).error).toBeUndefined();
  return report as { hooks: { state: string; because: string; label: string; event: string }[] };
}

describe("explain on the example project", () => {
  it.each(coreEvents.map(({ name }) => name))("P15 %s: every hook has a reason", (name) => {
    const { hooks } = explain(name, ...(name === "PostToolUse" ? ["--tool", "Write"] : []));
    expect(hooks).toHaveLength(25);
    expect(hooks.filter(({ because }) => because === "")).toEqual([]);
    const expected = fired.includes(name) ? "would-run" : "not-fired";
    expect(hooks.some(({ state, event }) => state === expected && event === name)).toBe(true);
  });

  it("gives the right reason", () => {
    const statesOf = (...args: readonly string[]) =>
      explain(...args)
        .hooks.filter(({ event }) => event === args[0])
        .map(({ state }) => state);
    expect(
      statesOf("PreToolUse", "--tool", "Bash", "--input", '{"command": "git status"}'),
    ).toEqual(["would-run", "if-false", "matcher", "owner-not-active"]);
    expect(statesOf("PreToolUse", "--tool", "NotebookEdit")).toEqual([
      "matcher",
      "matcher",
      "would-run",
      "matcher",
    ]);
    expect(statesOf("Stop")).toEqual(["would-run", "would-run", "duplicate"]);
    expect(statesOf("Notification")).toEqual(["would-run"]);
  });

  it("section 12: events: envoy lists the others as not in this profile", () => {
    const states = explain("Stop", "--profile", "envoy").hooks.filter(
      ({ event }) => event === "Stop",
    );
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["not-in-profile"]));
  });
});
