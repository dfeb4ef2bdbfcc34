import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { describe, expect, it } from "vitest";
import { scriptedModel } from "../model/scripted-model.ts";
import { bash } from "../tools/bash.ts";
import { runSession } from "./run-session.ts";

/** Plays one tool call and a last word in a project whose only hook is `hook`. */
async function play(hook: string, command: string, tool = "Bash") {
  const cwd = mkdtempSync(join(tmpdir(), "session-test-"));
  mkdirSync(join(cwd, ".claude"));
  const handler = { type: "command", command: hook };
  const settings = { hooks: { PreToolUse: [{ hooks: [handler] }] } };
  writeFileSync(join(cwd, ".claude/settings.json"), JSON.stringify(settings));
  writeFileSync(
    join(cwd, "script.json"),
    JSON.stringify([[{ tool, input: { command } }], ["done"]]),
  );
  const hooks = await createHooks({ cwd, sessionId: "s1", trustProject: true });
  const model = await scriptedModel(join(cwd, "script.json"));
  return Array.fromAsync(runSession({ prompt: "go", model, tools: { Bash: bash }, hooks, cwd }));
}
const answer = (output: object) => `echo '${JSON.stringify(output)}'`;
const decide = (permissionDecision: string) =>
  answer({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } });

describe("runSession", () => {
  it("E3 a refused call does not run and its reason reaches the model", async () => {
    const events = await play("echo 'not here' >&2; exit 2", "touch ran");
    expect(events.find((event) => event.type === "toolResult")).toMatchObject({
      ran: false,
      isError: true,
      text: expect.stringContaining("not here"),
    });
    expect(events.at(-1)).toMatchObject({ type: "end", reason: "finished", text: "done" });
  });

  it("G1 an allowed call runs", async () => {
    const events = await play(decide("allow"), "echo hello");
    expect(events.find((event) => event.type === "toolResult")).toMatchObject({
      ran: true,
      isError: false,
      text: "hello",
    });
  });

  it.each([
    ["no opinion", "true"],
    ["a question", decide("ask")],
  ])("G1 %s is a refusal where nobody can be asked", async (_what, hook) => {
    const events = await play(hook, "touch ran");
    expect(events.find((event) => event.type === "toolResult")).toMatchObject({ ran: false });
  });

  it("G10 a stop ends the turn", async () => {
    const events = await play(answer({ continue: false, stopReason: "enough" }), "touch ran");
    expect(events.at(-1)).toEqual({ type: "end", reason: "stopped", text: "enough" });
  });

  it("E17 a tool that does not exist fires nothing", async () => {
    const events = await play("exit 2", "x", "Teleport");
    expect(events.some((event) => event.type === "hooks")).toBe(false);
    expect(events.find((event) => event.type === "toolResult")).toMatchObject({
      text: "There is no tool Teleport",
    });
  });
});
