import { type EventName, eventNames, sampleInput } from "@snaphook/protocol";
import { describe, expect, it, vi } from "vitest";
import { eventInput } from "./event-input.ts";

const around = { cwd: "/p", sessionId: "s1" };
const inputOf = (event: EventName, tool: string | undefined, input: unknown) =>
  eventInput(
    event,
    { ...(tool === undefined ? {} : { tool }), input: JSON.stringify(input) },
    around,
  );

describe("--input", () => {
  it("is the input of the tool if it has fields of the tool", () => {
    expect(inputOf("PreToolUse", "Bash", { command: "ls" })).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "ls" },
      session_id: "s1",
    });
  });

  it.each([
    ["{a", "--input is not JSON (invalid symbol, line 1, column 2); example: "],
    ['{ "command": "ls", }', "--input is not JSON (it has comments or commas too many); example: "],
  ])("that is not JSON says where and what is right: %s", (input, words) => {
    expect(() => eventInput("PreToolUse", { tool: "Bash", input }, around)).toThrow(words);
  });

  it("is the event's fields if it has those, so that a guard sees the command", () => {
    const given = { tool_name: "Write", tool_input: { file_path: "/p/a", content: "x" } };
    expect(inputOf("PreToolUse", undefined, given)).toMatchObject(given);
    expect(inputOf("PreToolUse", "Write", given)).toMatchObject(given);
    expect(inputOf("PostToolUse", "Bash", { tool_response: { stdout: "no" } })).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "npm test" },
      tool_response: { stdout: "no" },
    });
    expect(inputOf("Stop", undefined, { stop_hook_active: true })).toMatchObject({
      stop_hook_active: true,
    });
  });

  it("gets what the tool needs and is not given from the example, and nothing else", () => {
    expect(inputOf("PreToolUse", "Write", { file_path: "/p/a" })["tool_input"]).toEqual({
      file_path: "/p/a",
      content: "hello\n",
    });
    expect(inputOf("PreToolUse", "Bash", { command: "ls" })["tool_input"]).toEqual({
      command: "ls",
    });
  });

  it.each(eventNames)("E21 takes the sample of %s as it is, with its own session", (event) => {
    const sample = sampleInput(event, { cwd: "/elsewhere" });
    expect(inputOf(event, undefined, sample)).toEqual(sample);
  });

  it("may have fields that the contract does not know, in a recorded input and of a tool", () => {
    const recorded = { ...sampleInput("Stop"), background_tasks: [] };
    expect(inputOf("Stop", undefined, recorded)).toEqual(recorded);
    expect(inputOf("PreToolUse", "Grep", { pattern: "x", "-n": true })).toMatchObject({
      tool_input: { pattern: "x", "-n": true },
    });
    expect(inputOf("PreToolUse", "mcp__a__b", { anything: 1 })).toMatchObject({
      tool_input: { anything: 1 },
    });
  });

  it.each([
    ["PreToolUse", "Bash", { command: "ls", tool_name: "Bash" }, "mixes fields of PreToolUse"],
    ["PreToolUse", "mcp__a__b", { cwd: "/x" }, "may be a field of PreToolUse or of mcp__a__b"],
    ["PreToolUse", "Write", { tool_name: "Bash" }, "--tool is Write, but tool_name in --input"],
    ["PreToolUse", "Bash", { comand: "ls" }, "did you mean command?"],
    ["PreToolUse", undefined, { file_path: "/a" }, 'Bash has no field "file_path"'],
    ["PreToolUse", "Bash", { command: 1 }, "does not fit Bash: command: "],
    ["PostToolUse", undefined, { tool_input: "ls" }, "does not fit PostToolUse: tool_input"],
    ["Stop", undefined, { stop_hook_activ: true }, "did you mean stop_hook_active?"],
    ["Stop", undefined, { stop_hook_active: "yes" }, "does not fit Stop: stop_hook_active"],
    ["SessionStart", undefined, { command: "ls" }, 'SessionStart has no field "command"'],
    ["Stop", undefined, { hook_event_name: "PreToolUse" }, 'is for "PreToolUse", not for Stop'],
  ] as const)("%s, tool %s, %j is an error", (event, tool, input, words) => {
    expect(() => inputOf(event, tool, input)).toThrow(words);
  });
});

describe("--tool", () => {
  it("is an error if it is nearly a known tool, and says how to name a tool of one's own", () => {
    expect(() => eventInput("PreToolUse", { tool: "bash" }, around)).toThrow(
      /unknown tool "bash"; did you mean Bash\? .*"tool_name": "bash"/,
    );
    expect(inputOf("PreToolUse", undefined, { tool_name: "bash" })).toMatchObject({
      tool_name: "bash",
      tool_input: {},
    });
  });

  it("may be any other name, which is reported", () => {
    const error = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(eventInput("PreToolUse", { tool: "Nope" }, around)["tool_name"]).toBe("Nope");
    expect(error).toHaveBeenCalledWith(expect.stringContaining("Nope is not a known tool"));
    error.mockClear();
    for (const tool of ["Task", "MultiEdit", "mcp__a__b", "filesystem_write_file"])
      eventInput("PreToolUse", { tool }, around);
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
  });
});
