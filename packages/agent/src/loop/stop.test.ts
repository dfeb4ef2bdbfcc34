import { describe, expect, it } from "vitest";
import { play, specific } from "./testing/play.ts";

const block = (reason: string) => ({ decision: "block", reason });

describe("Stop", () => {
  it("G4 G11 a block sends the agent back with the reason, and the next Stop has stop_hook_active", async () => {
    const { hookInputs, newTexts, result } = await play({
      script: [["one"], ["two"]],
      answers: { Stop: [block("tests fail"), {}] },
    });
    const stops = hookInputs.filter((input) => input["hook_event_name"] === "Stop");
    expect(stops).toMatchObject([
      { stop_hook_active: false, last_assistant_message: "one" },
      { stop_hook_active: true, last_assistant_message: "two" },
    ]);
    expect(newTexts[1]).toEqual(['<hook event="Stop">\ntests fail\n</hook>']);
    expect(result).toMatchObject({ result: "two", numTurns: 2 });
  });

  it("G4 context alone keeps the agent working too, and does not count as a turn", async () => {
    const { newTexts, result } = await play({
      script: [["one"], ["two"]],
      answers: { Stop: [specific("Stop", { additionalContext: "one more thing" }), {}] },
    });
    expect(newTexts[1]).toEqual(['<hook event="Stop">\none more thing\n</hook>']);
    expect(result).toMatchObject({ result: "two", numTurns: 1 });
  });

  it("G4 the 9th block in a row is overridden, and the user is warned", async () => {
    const { firedEvents, result, events } = await play({ answers: { Stop: block("never") } });
    expect(firedEvents.filter((name) => name === "Stop")).toHaveLength(9);
    expect(result).toMatchObject({ subtype: "success", result: "", numTurns: 10 });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("8 times") }),
    );
  });

  it("G4 the trace says that a block was overridden, and why", async () => {
    const overridden: unknown[] = [];
    await play({
      answers: { Stop: block("never") },
      env: { PATH: process.env["PATH"], CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "2" },
      trace: (record) => {
        if (record.event === "Stop") overridden.push(record.overridden);
      },
    });
    expect(overridden).toEqual([undefined, undefined, expect.stringContaining("2 times in a row")]);
    const allowed: unknown[] = [];
    await play({
      env: { PATH: process.env["PATH"], CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "0" },
      trace: (record) => {
        if (record.event === "Stop") allowed.push(record.overridden);
      },
    });
    expect(allowed).toEqual([undefined]);
  });

  it("G4 endless context is overridden as well", async () => {
    const { firedEvents } = await play({
      answers: { Stop: specific("Stop", { additionalContext: "again" }) },
    });
    expect(firedEvents.filter((name) => name === "Stop")).toHaveLength(9);
  });

  it("G4 the cap starts again with each prompt, and the environment can set it", async () => {
    const { firedEvents } = await play({
      prompts: ["a", "b"],
      env: { PATH: process.env["PATH"], CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "1" },
      answers: { Stop: block("never") },
    });
    expect(firedEvents.filter((name) => name === "Stop")).toHaveLength(4);
  });

  it("G10 a stop ends with the last text, and empty when a hook blocked too", async () => {
    const stop = { continue: false, stopReason: "enough" };
    expect((await play({ answers: { Stop: stop } })).result).toMatchObject({
      result: "done",
      numTurns: 1,
      terminalReason: "stop_hook_prevented",
    });
    expect((await play({ answers: { Stop: { ...stop, ...block("more") } } })).result).toMatchObject(
      {
        result: "",
        numTurns: 2,
      },
    );
  });

  it("E16 Stop is not fired at the turn limit", async () => {
    const call = { tool: "Bash", input: { command: "echo hi" } };
    const { firedEvents, result } = await play({ script: [[call], ["never"]], maxTurns: 1 });
    expect(firedEvents).not.toContain("Stop");
    expect(result).toMatchObject({ subtype: "error_max_turns", isError: true, numTurns: 2 });
  });

  it("E16 StopFailure is fired instead when the model does not answer", async () => {
    const error = { status: 400, message: "bad request" };
    const { firedEvents, hookInputs, result } = await play({
      script: [
        { blocks: [], error },
        { blocks: [], error },
      ],
    });
    expect(firedEvents).not.toContain("Stop");
    expect(firedEvents.slice(-2)).toEqual(["StopFailure", "SessionEnd"]);
    expect(hookInputs).toContainEqual(expect.objectContaining({ hook_event_name: "StopFailure" }));
    expect(result).toMatchObject({ isError: true, terminalReason: "api_error" });
    expect(result.result).toContain("bad request");
  });

  it("G12 an empty answer is dropped and requested again, once", async () => {
    const { requests, result } = await play({ script: [[], ["here"]] });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages).toHaveLength(1);
    expect(result).toMatchObject({ result: "here", numTurns: 2 });
  });

  it("G12 a second empty answer is an error, and neither is kept", async () => {
    const { requests, result } = await play({ script: [[], [], ["later"]], prompts: ["a", "b"] });
    expect(result).toMatchObject({ isError: false, result: "later" });
    expect(requests.at(-1)?.messages.filter(({ role }) => role === "assistant")).toEqual([]);
    const once = await play({ script: [[], []] });
    expect(once.result).toMatchObject({ isError: true, terminalReason: "unusable_answer" });
    expect(once.result.errors).toEqual([expect.stringContaining("empty twice")]);
    expect(once.firedEvents).not.toContain("Stop");
  });

  it("E16 a refusal of the model is an error with a reason, with and without text", async () => {
    for (const blocks of [[], ["I can not"]]) {
      const script = [{ blocks, stopReason: "refusal" }];
      const { result, requests, firedEvents } = await play({ script });
      expect(result).toMatchObject({ isError: true, terminalReason: "unusable_answer" });
      expect(result.errors).toEqual([expect.stringContaining("the model refused to answer")]);
      expect(requests).toHaveLength(1);
      expect(firedEvents).toContain("StopFailure");
      expect(firedEvents).not.toContain("Stop");
    }
  });

  it("an answer that was cut at max_tokens is continued, and the result is the whole text", async () => {
    const { requests, result, hookInputs } = await play({
      script: [
        { blocks: ["first half, "], stopReason: "max_tokens" },
        { blocks: ["second half"], stopReason: "end_turn" },
      ],
    });
    expect(requests).toHaveLength(2);
    expect(result).toMatchObject({
      isError: false,
      result: "first half, second half",
      numTurns: 1,
    });
    expect(hookInputs).toContainEqual(
      expect.objectContaining({ last_assistant_message: "first half, second half" }),
    );
  });

  it("an answer that is cut again and again is an error, with the text so far", async () => {
    const cut = { blocks: ["more "], stopReason: "max_tokens" };
    const { requests, result } = await play({ script: Array(9).fill(cut) });
    expect(requests).toHaveLength(6);
    expect(result).toMatchObject({ isError: true, result: "more ".repeat(6) });
    expect(result.errors).toEqual([expect.stringContaining("cut at its output limit 6 times")]);
  });

  it("calls of an answer that was cut run", async () => {
    const call = { tool: "Bash", input: { command: "echo hi" } };
    const { result, firedEvents } = await play({
      script: [{ blocks: ["so: ", call], stopReason: "max_tokens" }, ["done"]],
    });
    expect(firedEvents).toContain("PostToolUse");
    expect(result).toMatchObject({ isError: false, result: "done" });
  });

  it("a context window that is full is an error, with the text so far", async () => {
    const { result } = await play({
      script: [{ blocks: ["half"], stopReason: "model_context_window_exceeded" }],
    });
    expect(result).toMatchObject({ isError: true, result: "half" });
    expect(result.errors).toEqual([expect.stringContaining("context window")]);
  });
});
