import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../loop/agent-event.ts";
import { assistantMessage, usage, userMessage } from "./testing.ts";
import { toTranscriptRecord } from "./to-transcript-record.ts";

/** The events of a real dispatch of one hook. */
async function dispatched(answer: object): Promise<readonly AgentEvent[]> {
  const folder = mkdtempSync(join(tmpdir(), "records-"));
  const callback = async () => answer;
  const hooks = await createHooks({
    cwd: folder,
    home: folder,
    managedFile: join(folder, "none.json"),
    sessionId: "s1",
    hooks: { SessionStart: [{ hooks: [{ type: "callback", callback }] }] },
  });
  const events: AgentEvent[] = [];
  hooks.on((progress) => void events.push({ type: "hook", progress }));
  const outcome = await hooks.fire("SessionStart", { source: "startup" });
  await hooks.close();
  return [...events, { type: "outcome", outcome }];
}

describe("what a transcript keeps of a session", () => {
  it("G9 the start, messages and results", () => {
    expect(
      toTranscriptRecord({
        type: "init",
        sessionId: "s1",
        transcriptPath: "/t",
        model: "m",
        tools: ["Bash"],
        slashCommands: ["x"],
        cwd: "/p",
        permissionMode: "default",
        profile: "reference",
        source: "startup",
        sandbox: { state: "off", because: "x" },
      }),
    ).toMatchObject({ type: "system", subtype: "init", model: "m", tools: ["Bash"], cwd: "/p" });
    const message = userMessage("hello");
    expect(toTranscriptRecord({ type: "user", message, synthetic: false })).toEqual({
      type: "user",
      message,
    });
    expect(toTranscriptRecord({ type: "user", message, synthetic: true })).toEqual({
      type: "user",
      message,
      synthetic: true,
    });
    const content = [{ type: "text", text: "hi" }] as const;
    const answer = {
      message: assistantMessage(...content),
      id: "m1",
      model: "m",
      stopReason: "end_turn",
    };
    expect(toTranscriptRecord({ type: "assistant", ...answer, usage })).toEqual({
      type: "assistant",
      message: { id: "m1", role: "assistant", model: "m", content, stop_reason: "end_turn", usage },
    });
    expect(
      toTranscriptRecord({
        type: "result",
        result: {
          subtype: "success",
          isError: false,
          result: "hi",
          numTurns: 1,
          durationMs: 5,
          apiDurationMs: 4,
          usage,
          spending: { totalUsd: 0, knownUsd: 0, models: {} },
          stopReason: "end_turn",
          terminalReason: "completed",
          permissionDenials: [],
          errors: [],
          untrustedHooks: [],
        },
      }),
    ).toMatchObject({ type: "result", subtype: "success", duration_ms: 5, num_turns: 1, usage });
  });

  it("G9 a hook's run and its outcome, without its texts", async () => {
    const secret = "context with a secret";
    const events = await dispatched({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: secret },
    });
    const records = events.map(toTranscriptRecord).filter((record) => record !== undefined);
    expect(records).toMatchObject([
      { type: "hook", subtype: "run", event: "SessionStart", ending: "success", end: "answered" },
      { type: "hook", subtype: "outcome", event: "SessionStart" },
    ]);
    expect(JSON.stringify(records)).not.toContain(secret);
  });

  it("G9 only the runs of an event whose hooks had no effect", async () => {
    const events = await dispatched({});
    expect(events.map(toTranscriptRecord).filter(Boolean)).toMatchObject([{ subtype: "run" }]);
  });

  it("G9 nothing that is only for views", () => {
    expect(toTranscriptRecord({ type: "text-delta", text: "x" })).toBeUndefined();
    expect(toTranscriptRecord({ type: "notice", level: "info", text: "x" })).toBeUndefined();
    expect(
      toTranscriptRecord({ type: "retry", attempt: 1, maxRetries: 10, delayMs: 1, reason: "x" }),
    ).toBeUndefined();
  });
});
