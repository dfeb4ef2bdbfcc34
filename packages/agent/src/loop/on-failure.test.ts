import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ProfileName } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

/** A session that wants to make a file, with one guard that fails before the call. */
async function guardedBy(
  guard: object,
  { answers = {}, profile = "reference" }: { answers?: object; profile?: ProfileName } = {},
) {
  const touch = { tool: "Bash", input: { command: "touch made" } };
  const { cwd, newTexts, result, events } = await play({
    profile,
    script: { main: [[touch], ["done"]], ...answers },
    userSettings: { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] } },
  });
  return {
    ran: existsSync(join(cwd, "made")),
    model: newTexts[1],
    denials: result.permissionDenials,
    user: events.flatMap((event) => (event.type === "notice" ? [event.text] : [])).join("\n"),
  };
}

const onFailure = "block";
const question = { prompt: "Is this safe?", onFailure };
const guards: readonly (readonly [string, object, object, RegExp])[] = [
  ["a command that is missing", { type: "command", command: "./nothing.sh", onFailure }, {}, /127/],
  [
    "an http hook that nobody answers",
    { type: "http", url: "http://127.0.0.1:1/", onFailure },
    {},
    /REFUSED/,
  ],
  [
    "a decision under a wrong key",
    { type: "command", command: `echo '{"permissionDecision":"deny"}'`, onFailure },
    {},
    /"permissionDecision" has no effect at the top level/,
  ],
  [
    "an answer of more than 1 MiB",
    {
      type: "command",
      command: `node -e 'console.log(JSON.stringify({decision: "block", reason: "x".repeat(2 ** 20)}))'`,
      onFailure,
    },
    {},
    /the answer is too long to be read: 10\d{5} bytes/,
  ],
  ["a prompt without an answer", { type: "prompt", ...question }, {}, /hook-prompt/],
  [
    "a prompt answered in prose",
    { type: "prompt", ...question },
    { "hook-prompt": [["It is."]] },
    /not \{ok, reason\}/,
  ],
  [
    "an agent that never answers",
    { type: "agent", ...question },
    { "hook-agent": [["It is."], ["It really is."]] },
    /without an answer/,
  ],
  [
    "an MCP tool where there is no server",
    { type: "mcp_tool", server: "policy", tool: "check", onFailure },
    {},
    /no MCP server is configured/,
  ],
];

describe('onFailure: "block" in a session', () => {
  it.each(guards)("H8 %s: the tool does not run, and the user sees why", async (...given) => {
    const [, guard, answers, why] = given;
    const { ran, model, denials, user } = await guardedBy(guard, { answers });
    expect(ran).toBe(false);
    expect(model).toHaveLength(1);
    expect(model?.[0]).toMatch(/^A PreToolUse hook refused this call: .*onFailure is "block"/);
    expect(denials).toMatchObject([{ tool_name: "Bash" }]);
    expect(user).toMatch(why);
  });

  it.each(guards)("H8 %s: without onFailure the tool runs", async (...given) => {
    const [, guard, answers, why] = given;
    const lenient = { ...guard, onFailure: "continue" };
    const { ran, denials, user } = await guardedBy(lenient, { answers });
    expect([ran, denials]).toEqual([true, []]);
    expect(user).toMatch(why);
  });

  it("Q1 claude-code ignores it on prompt hooks, and the difference is reported", async () => {
    const guard = { type: "prompt", ...question };
    const { ran, user } = await guardedBy(guard, { profile: "claude-code" });
    expect(ran).toBe(true);
    expect(user).toContain("types of hooks on which onFailure works");
    expect((await guardedBy(guard)).user).toContain("types of hooks on which onFailure works");
  });

  it("H8 a prompt that a failed hook could not judge does not reach the model", async () => {
    const hooks = [{ type: "prompt", ...question }];
    const { requests, result } = await play({
      script: [["never said"]],
      userSettings: { hooks: { UserPromptSubmit: [{ hooks }] } },
      prompts: ["delete everything"],
    });
    expect(requests.filter(({ purpose }) => purpose === "main")).toEqual([]);
    expect(result.result).toContain('it failed, and its onFailure is "block"');
  });
});
