import { expect, it } from "vitest";
import { play, specific, userTexts } from "./testing/play.ts";

const touch = { tool: "Bash", input: { command: "touch made" } };
const script = [[touch], ["done"]];

it("PermissionDenied fires once for a call that auto mode refuses, with the reason, and PermissionRequest does not", async () => {
  const { hookInputs, firedEvents, result, requests } = await play({
    script,
    permissionMode: "auto",
    ask: async () => ({ behavior: "allow" }),
  });
  expect(hookInputs.filter((input) => input["hook_event_name"] === "PermissionDenied")).toEqual([
    expect.objectContaining({
      tool_name: "Bash",
      tool_input: expect.objectContaining({ command: "touch made" }),
      tool_use_id: expect.any(String),
      permission_mode: "auto",
      reason: expect.stringContaining("In auto mode"),
    }),
  ]);
  expect(firedEvents).not.toContain("PermissionRequest");
  expect(result).toMatchObject({ numTurns: 2, permissionDenials: [{ tool_name: "Bash" }] });
  expect(userTexts(requests.at(-1)?.messages ?? []).join()).not.toContain("tried again");
});

it("PermissionDenied retry adds a line for the model, which counts as a turn", async () => {
  const { result, requests } = await play({
    script,
    permissionMode: "auto",
    answers: { PermissionDenied: specific("PermissionDenied", { retry: true }) },
  });
  expect(userTexts(requests.at(-1)?.messages ?? []).at(-1)).toContain("may be tried again");
  expect(result.numTurns).toBe(3);
});

it("PermissionDenied retry is in the result of its own call, and names it", async () => {
  const { requests } = await play({
    script: [[touch, { tool: "Bash", input: { command: "mkdir other" } }], ["done"]],
    permissionMode: "auto",
    answers: {
      PermissionDenied: (input) =>
        JSON.stringify(input).includes("touch")
          ? specific("PermissionDenied", { retry: true })
          : {},
    },
  });
  const [first, second, ...more] = userTexts(requests.at(-1)?.messages ?? []).slice(1);
  expect(first).toContain("this call of Bash may be tried again");
  expect(second).not.toContain("tried again");
  expect(more).toEqual([]);
});

it("PermissionDenied a matcher selects the tool, and it fires for a call that would fail anyway", async () => {
  const read = { tool: "Edit", input: { file_path: "x", old_string: "a", new_string: "b" } };
  const { hookInputs } = await play({
    script: [[touch, read], ["done"]],
    disallowedTools: ["Edit(x)"],
    permissionMode: "dontAsk",
  });
  const denied = hookInputs.filter((input) => input["hook_event_name"] === "PermissionDenied");
  expect(denied.map((input) => input["tool_name"])).toEqual(["Bash", "Edit"]);
});

it("G1 auto mode allows edits in the project and what a rule or a hook allows", async () => {
  const write = { tool: "Write", input: { file_path: "a.txt", content: "a" } };
  const { result } = await play({
    script: [[write, touch, { tool: "Bash", input: { command: "mkdir made2" } }], ["done"]],
    permissionMode: "auto",
    allowedTools: ["Bash(touch:*)"],
    answers: {
      PreToolUse: (input) =>
        JSON.stringify(input).includes("mkdir")
          ? specific("PreToolUse", { permissionDecision: "allow" })
          : {},
    },
  });
  expect(result.permissionDenials).toEqual([]);
});
