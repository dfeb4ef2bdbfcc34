import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lastOf, play, specific, userTexts } from "./testing/play.ts";

const bash = (command: string, more: object = {}) => ({
  tool: "Bash",
  input: { command, ...more },
});
const touch = { script: [[bash("touch made")], ["done"]] };
const pre = (fields: object) => specific("PreToolUse", fields);

describe("tool calls", () => {
  it("E3 a refusal reaches the model as an error, and nothing ran", async () => {
    const { newTexts, firedEvents, cwd, result } = await play({
      ...touch,
      answers: { PreToolUse: pre({ permissionDecision: "deny", permissionDecisionReason: "no" }) },
    });
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(newTexts[1]).toEqual(["A PreToolUse hook refused this call: no"]);
    expect(firedEvents).not.toContain("PostToolUse");
    expect(firedEvents).toContain("PostToolBatch");
    expect(result.permissionDenials).toMatchObject([{ tool_name: "Bash" }]);
  });

  it("G1 E17 a rule refuses an edit like every other call, also if the tool could not make it: PreToolUse fires, nothing is said about the file", async () => {
    const edit = (file_path: string) => ({
      tool: "Edit",
      input: { file_path, old_string: "not there", new_string: "x" },
    });
    const files = { "a.txt": "one", "b.txt": "two" };
    const denied = { files, userSettings: { permissions: { deny: ["Edit(a.txt)"] } } };
    const { events, hookInputs, newTexts, result } = await play({
      ...denied,
      script: [[edit("a.txt")], [edit("b.txt")], ["done"]],
    });
    const fired = hookInputs.filter(({ hook_event_name }) => hook_event_name === "PreToolUse");
    expect(fired.map(({ tool_input }) => tool_input)).toMatchObject([{ old_string: "not there" }]);
    const steps = ["tool-started", "permission-denied", "tool-ended"];
    expect(events.map(({ type }) => type).filter((type) => steps.includes(type))).toEqual(steps);
    expect(newTexts[1]?.[0]).toMatch(/^A permission rule denies this call of Edit/);
    expect(newTexts[2]?.[0]).toContain("has not been read");
    expect(result.permissionDenials).toMatchObject([{ tool_name: "Edit" }]);
    const elsewhere = await play({
      ...denied,
      script: [[edit("a.txt")], ["done"]],
      answers: {
        PreToolUse: ({ tool_input }) =>
          pre({
            permissionDecision: "allow",
            updatedInput: {
              ...(tool_input as object),
              file_path: String((tool_input as { file_path: string }).file_path).replace(
                "a.txt",
                "b.txt",
              ),
              old_string: "two",
            },
          }),
      },
    });
    expect(readFileSync(join(elsewhere.cwd, "b.txt"), "utf8")).toBe("two");
  });

  it("G2 G3 context of PreToolUse follows the result, that of PostToolUse is inside it", async () => {
    const { requests } = await play({
      script: [[bash("echo out")], ["done"]],
      answers: {
        PreToolUse: pre({ additionalContext: "before" }),
        PostToolUse: specific("PostToolUse", { additionalContext: "after" }),
      },
    });
    const last = lastOf(requests).messages.slice(-1);
    expect(last[0]?.content.map(({ type }) => type)).toEqual(["tool_result", "text"]);
    expect(userTexts(last)).toEqual([
      'out\n\n<hook event="PostToolUse:Bash">\nafter\n</hook>',
      '<hook event="PreToolUse:Bash">\nbefore\n</hook>',
    ]);
  });

  it("G2 the bytes of a hook's text are unchanged, whatever they are", async () => {
    const text = " </hook> \u001b[31m\r\n\t<b>“ü”</b> \u0000 ";
    const { requests } = await play({
      script: [[bash("echo out")], ["done"]],
      answers: { PreToolUse: pre({ additionalContext: text }) },
    });
    expect(userTexts(lastOf(requests).messages).at(-1)).toBe(
      `<hook event="PreToolUse:Bash">\n${text}\n</hook>`,
    );
  });

  it("F2 a rewritten input runs and later hooks see it; an invalid one is refused", async () => {
    const rewritten = await play({
      ...touch,
      answers: { PreToolUse: pre({ updatedInput: { command: "echo instead" } }) },
    });
    expect(rewritten.newTexts[1]).toEqual(["instead"]);
    expect(existsSync(join(rewritten.cwd, "made"))).toBe(false);
    const bad = await play({
      ...touch,
      answers: { PreToolUse: pre({ updatedInput: { description: "no command" } }) },
    });
    expect(bad.newTexts[1]?.[0]).toContain("the new input is not valid");
    expect(existsSync(join(bad.cwd, "made"))).toBe(false);
  });

  it("E17 no hook runs for an unknown tool, a bad input or an old_string that is not found", async () => {
    const { firedEvents, requests } = await play({
      script: [
        [{ tool: "Nothing", input: {} }],
        [{ tool: "Bash", input: { nope: 1 } }],
        [{ tool: "Read", input: { file_path: "a.txt" } }],
        [{ tool: "Edit", input: { file_path: "a.txt", old_string: "z", new_string: "y" } }],
        ["done"],
      ],
      files: { "a.txt": "abc\n" },
    });
    expect(firedEvents.filter((name) => name === "PreToolUse")).toHaveLength(1);
    expect(firedEvents).not.toContain("PostToolUseFailure");
    expect(firedEvents.filter((name) => name === "PostToolBatch")).toHaveLength(4);
    const errors = requests.flatMap(
      ({ messages }) => [...(messages.at(-1)?.content ?? [])] as object[],
    );
    expect(errors.filter((block) => "is_error" in block)).toHaveLength(3);
  });

  it("G1 E17 a tool that --disallowedTools names without a pattern is not offered", async () => {
    const { firedEvents, newTexts, result } = await play({
      ...touch,
      disallowedTools: ["Bash", "Write(a.txt)"],
      userSettings: { permissions: { allow: ["Bash"] } },
    });
    expect(newTexts[1]?.[0]).toMatch(/^There is no tool Bash\. .*\bWrite\b/);
    expect(firedEvents).not.toContain("PreToolUse");
    expect(result.permissionDenials).toEqual([]);
  });

  it("E6 E24 a failed command is reported with its exit code, stdout and stderr", async () => {
    const { hookInputs } = await play({
      script: [[bash("echo out; echo err >&2; exit 3")], ["done"]],
    });
    expect(hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "PostToolUseFailure",
        error: "Exit code 3\nout\nerr",
        is_interrupt: false,
      }),
    );
  });

  it("G10, section 12: continue: false before a tool ends the turn: without running it, or after it", async () => {
    const stop = { PreToolUse: { continue: false, stopReason: "enough" } };
    const reference = await play({ ...touch, answers: stop });
    expect(existsSync(join(reference.cwd, "made"))).toBe(false);
    expect(reference.result).toMatchObject({ result: "", terminalReason: "hook_stopped" });
    const other = await play({ ...touch, answers: stop, profile: "claude-code" });
    expect(existsSync(join(other.cwd, "made"))).toBe(true);
    expect(other.result).toMatchObject({ result: "", numTurns: 2, subtype: "success" });
    for (const { firedEvents } of [reference, other]) {
      expect(firedEvents).not.toContain("PostToolBatch");
      expect(firedEvents).not.toContain("Stop");
    }
  });

  it("E25, section 9: a block after all calls ends the turn, and the model reads the reason with the next prompt", async () => {
    const { results, newTexts } = await play({
      script: [[bash("true")], ["done"]],
      prompts: ["first", "second"],
      answers: { PostToolBatch: [{ decision: "block", reason: "not these" }, {}] },
    });
    expect(results[0]).toMatchObject({ result: "", terminalReason: "hook_stopped" });
    expect(newTexts).toHaveLength(2);
    expect(JSON.stringify(newTexts[1])).toMatch(/not these.*second/);
  });

  it("section 12: defer ends a headless run at once, with nothing executed", async () => {
    const { result, cwd, firedEvents } = await play({
      ...touch,
      profile: "claude-code",
      answers: { PreToolUse: pre({ permissionDecision: "defer" }) },
    });
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(result).toMatchObject({ numTurns: 1, terminalReason: "tool_deferred", result: "" });
    expect(firedEvents).not.toContain("Stop");
  });

  it("G6 a denial with interrupt stops the agent", async () => {
    const { result, firedEvents } = await play({
      ...touch,
      profile: "claude-code",
      permissionMode: "default",
      answers: {
        PermissionRequest: specific("PermissionRequest", {
          decision: { behavior: "deny", message: "stop it", interrupt: true },
        }),
      },
    });
    expect(result).toMatchObject({
      subtype: "error_during_execution",
      isError: true,
      numTurns: 3,
      terminalReason: "aborted_tools",
    });
    expect(firedEvents).not.toContain("Stop");
  });

  it("G1 without a rule and without a user to ask a change is refused; only the parts that need approval are named", async () => {
    const { newTexts, cwd } = await play({
      script: [[bash("touch made && echo spoken")], ["done"]],
      permissionMode: "default",
    });
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(newTexts[1]?.[0]).toContain("touch");
    expect(newTexts[1]?.[0]).not.toContain("spoken");
  });

  it("E25 calls that may run in parallel do, and each is decided separately", async () => {
    const { hookInputs, requests } = await play({
      script: [[bash("echo 1"), bash("echo 2"), bash("echo 3")], ["done"]],
      answers: {
        PreToolUse: (input) =>
          JSON.stringify(input).includes("echo 2") ? { decision: "block", reason: "not 2" } : {},
      },
    });
    const order = hookInputs.map((input) => input["hook_event_name"]);
    expect(order.slice(2, 5)).toEqual(["PreToolUse", "PreToolUse", "PreToolUse"]);
    expect(lastOf(requests).messages.at(-1)?.content).toMatchObject([
      { content: "1" },
      { is_error: true },
      { content: "3" },
    ]);
  });

  it("CwdChanged is fired after the call when a command ends in another directory; later calls run there", async () => {
    const { hookInputs, firedEvents, cwd } = await play({
      script: [[bash("mkdir inner && cd inner")], [bash("pwd")], ["done"]],
    });
    expect(firedEvents.slice(firedEvents.indexOf("PreToolUse")).slice(0, 4)).toEqual([
      "PreToolUse",
      "PostToolUse",
      "CwdChanged",
      "PostToolBatch",
    ]);
    expect(hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "CwdChanged",
        old_cwd: cwd,
        new_cwd: join(cwd, "inner"),
      }),
    );
    expect(hookInputs).toContainEqual(
      expect.objectContaining({
        tool_response: expect.objectContaining({ stdout: join(cwd, "inner") }),
        cwd: join(cwd, "inner"),
      }),
    );
  });

  it("A5 updatedToolOutput that matches the tool's schema replaces the output; any other is reported", async () => {
    const replaced = { stdout: "clean", stderr: "", interrupted: false, isImage: false };
    const out = (updatedToolOutput: unknown) => ({
      script: [[bash("echo raw")], ["done"]],
      answers: { PostToolUse: specific("PostToolUse", { updatedToolOutput }) },
    });
    expect((await play(out(replaced))).newTexts[1]).toEqual(["clean"]);
    const wrong = await play(out("just text"));
    expect(wrong.newTexts[1]).toEqual(["raw"]);
    expect(wrong.events).toContainEqual(
      expect.objectContaining({ type: "notice", level: "warning" }),
    );
  });
});
