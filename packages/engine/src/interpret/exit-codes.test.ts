import { type AnyHandler, type EventName, eventNames, events } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { decide, messageRows, verdictOf } from "../testing/read-run.ts";

describe("stdout", () => {
  it("A1 is JSON when, trimmed and without a byte-order mark, it is one object", () => {
    const stdout = `\uFEFF \n ${decide("allow")}\n\n`;
    expect(verdictOf("PreToolUse", "reference", { stdout }).opinion.decision).toBe("allow");
    const pretty = JSON.stringify({ decision: "block", reason: "no" }, null, 2);
    expect(verdictOf("PreToolUse", "reference", { stdout: pretty }).opinion).toMatchObject({
      decision: "deny",
      reason: "no",
    });
  });

  it.each([
    "ready",
    "[1]",
    '"deny"',
    "null",
    `${decide("deny")} trailing`,
    `leading ${decide("deny")}`,
    `[${decide("deny")}]`,
    "{broken",
    decide("deny").slice(0, -1),
  ])("A1 %j is plain text, which goes to the log and the verbose view", (stdout) => {
    const verdict = verdictOf("PreToolUse", "reference", { stdout });
    expect(verdict).toMatchObject({
      ending: "success",
      opinion: { decision: "none" },
      failure: undefined,
    });
    const rows = messageRows(verdict.messages).filter(([, kind]) => kind !== "warning");
    expect(rows).toEqual([["verbose", "stdout", stdout]]);
  });

  it("A1, P11 cut output is never JSON, and an answer that was cut is a failure", () => {
    const cut = { stdout: decide("deny"), complete: false };
    for (const profile of ["reference", "claude-code"] as const)
      expect(verdictOf("PreToolUse", profile, cut)).toMatchObject({
        opinion: { decision: "none" },
        failure: { kind: "invalid-output" },
      });
  });

  it("A2 stderr with exit 0 is for the log only and never read as JSON", () => {
    const verdict = verdictOf("PreToolUse", "reference", { stderr: decide("deny") });
    expect(verdict.opinion.decision).toBe("none");
    expect(messageRows(verdict.messages)).toEqual([["log", "stderr", decide("deny")]]);
  });
});

describe("exit codes", () => {
  it("A2 exit 2 blocks with stderr behind the label; stdout is not used", () => {
    const run = { code: 2, stderr: "no\n", stdout: "words", label: "guard.sh --strict" };
    const verdict = verdictOf("PreToolUse", "reference", run);
    expect(verdict).toMatchObject({ ending: "blocking", failure: undefined });
    expect(verdict.opinion).toEqual({ decision: "deny", reason: "[guard.sh --strict]: no" });
    expect(JSON.stringify(verdict.messages)).not.toContain("words");
  });

  it("A2 the label is the command with its args, the url, or the prompt as written", () => {
    const reason = (said: Parameters<typeof verdictOf>[2]) =>
      verdictOf("PreToolUse", "reference", said).opinion.reason;
    const handler: AnyHandler = { type: "command", command: "guard", args: ["-x", "a b"] };
    expect(reason({ handler, code: 2, stderr: "no" })).toBe("[guard -x a b]: no");
    const http = { type: "http", url: "http://localhost/hook", onFailure: "block" } as const;
    const responded = { how: "responded", status: 500 } as const;
    expect(reason({ handler: http, end: responded })).toBe(
      '[http://localhost/hook]: it failed, and its onFailure is "block"',
    );
    const prompt = { type: "prompt", prompt: "Fine?\n$ARGUMENTS" } as const;
    const end = { how: "answered" } as const;
    expect(reason({ handler: prompt, end, answer: { ok: false, reason: "no" } })).toBe(
      "[Fine?\n$ARGUMENTS]: no",
    );
  });

  it("A2 exit 2 without stderr still blocks, with a default text", () => {
    expect(verdictOf("PreToolUse", "reference", { code: 2, stdout: "words" }).opinion).toEqual({
      decision: "deny",
      reason: "[hook.sh]: no text on stderr",
    });
  });

  it("A2 exit 2 on an event that cannot be refused names the event and says that it has no effect", () => {
    const shown = (name: EventName, stderr: string) =>
      messageRows(verdictOf(name, "reference", { code: 2, stderr }).messages).filter(
        ([audience]) => audience === "user",
      );
    for (const name of eventNames) {
      if (events[name].canBlock) continue;
      const says = `[hook.sh]: exit 2 has no effect on ${name}, which no hook can refuse`;
      expect(shown(name, "no")).toEqual([["user", "stderr", `${says}: no`]]);
      expect(shown(name, "")).toEqual([["user", "stderr", `${says}: no text on stderr`]]);
    }
  });

  it("A2 any other exit is a failure that the user sees, not a refusal", () => {
    const verdict = verdictOf("PreToolUse", "reference", { code: 1, stderr: "oops" });
    expect(verdict).toMatchObject({
      ending: "non-blocking-error",
      failure: { kind: "exit-code", detail: "exit 1: oops" },
      opinion: { decision: "none" },
    });
  });

  it("A2 a failing exit uses no stdout, not even where plain text is for the model", () => {
    const verdict = verdictOf("SessionStart", "reference", { code: 1, stdout: "words" });
    expect(JSON.stringify(verdict.messages)).not.toContain("words");
  });

  it.each([
    [{ code: 126, stderr: "x: not executable" }, "could-not-start", "exit 126: x: not executable"],
    [{ code: 127 }, "not-found", "exit 127: no text on stderr"],
    [{ code: 3 }, "exit-code", "exit 3: no text on stderr"],
    [{ end: { how: "killed", signal: "SIGSEGV" } }, "killed", "killed by SIGSEGV"],
    [{ end: { how: "timedOut", limitMs: 1500 } }, "timed-out", "no answer within 1.5 s"],
    [{ end: { how: "notFound", cause: "no such program" } }, "not-found", "no such program"],
    [
      { end: { how: "couldNotStart", cause: "no such folder" } },
      "could-not-start",
      "no such folder",
    ],
    [{ end: { how: "cancelled" } }, "cancelled", "cancelled by the host"],
  ] as const)("A2, P10 the failure of %j is %s", (said, kind, detail) => {
    const verdict = verdictOf("PreToolUse", "reference", said);
    expect(verdict.failure).toEqual({ kind, detail });
    expect(verdict.opinion).toEqual({ decision: "none" });
  });

  it.each([
    [{ stdout: decide("allow") }, "success", "success"],
    [{ stdout: decide("deny") }, "blocking", "success"],
    [{ code: 2 }, "blocking", "error"],
    [{ code: 1 }, "non-blocking-error", "error"],
    [{ stdout: decide("perhaps") }, "non-blocking-error", "error"],
    [{ end: { how: "killed", signal: "SIGTERM" } }, "non-blocking-error", "error"],
    [{ end: { how: "timedOut", limitMs: 1 } }, "cancelled", "cancelled"],
    [{ end: { how: "timedOut", limitMs: 1 }, stdout: decide("deny") }, "blocking", "cancelled"],
    [{ end: { how: "cancelled" } }, "cancelled", "cancelled"],
    [{ end: { how: "background" } }, "success", "success"],
  ] as const)("P16, U3 %j ends as %s and is recorded as %s", (said, ending, recorded) => {
    expect(verdictOf("PreToolUse", "reference", said)).toMatchObject({ ending, recorded });
  });
});

describe("fields of an answer", () => {
  it("A3 unknown keys are ignored; an answer of nothing is a success without a text", () => {
    const verdict = verdictOf("SessionStart", "reference", { stdout: '{"unknown":[1]}' });
    expect(verdict).toMatchObject({ ending: "success", opinion: { decision: "none" } });
    expect(messageRows(verdict.messages)).toEqual([["verbose", "stdout", '{"unknown":[1]}']]);
  });

  it("A3 unknown keys beside an event's own are ignored too", () => {
    const own = { permissionDecision: "allow", permission: "deny", hint: 1 };
    const stdout = JSON.stringify({
      hookSpecificOutput: { hookEventName: "PreToolUse", ...own },
    });
    expect(verdictOf("PreToolUse", "reference", { stdout }).opinion).toEqual({
      decision: "allow",
      fields: {},
    });
  });

  it("A3 continue: false is a stop; without a reason it has a phrase", () => {
    const stop = (more: object) =>
      verdictOf("PostToolUse", "reference", {
        stdout: JSON.stringify({ continue: false, ...more }),
      }).stop;
    expect(stop({ stopReason: "enough" })).toEqual({ reason: "enough" });
    expect(stop({})).toEqual({ reason: "Stopped by hook" });
    expect(stop({ continue: true, stopReason: "enough" })).toBeUndefined();
  });

  it.each([
    [{ continue: "no" }, "continue"],
    [{ decision: "perhaps" }, "decision"],
    [{ systemMessage: 1 }, "systemMessage"],
    [{ hookSpecificOutput: { permissionDecision: "deny" } }, "hookSpecificOutput.hookEventName"],
    [
      { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: "ls" } },
      "hookSpecificOutput.updatedInput",
    ],
    [{ hookSpecificOutput: { hookEventName: "Later" } }, "hookSpecificOutput.hookEventName"],
  ])("A4 %j fails as a whole, and the message names %s", (said, path) => {
    const stdout = JSON.stringify({ ...said, reason: "no" });
    for (const profile of ["reference", "claude-code"] as const) {
      const { opinion, stop, failure } = verdictOf("PreToolUse", profile, { stdout });
      expect({ opinion, stop }).toEqual({ opinion: { decision: "none" }, stop: undefined });
      expect(failure?.kind).toBe("invalid-output");
      expect(failure?.detail).toMatch(new RegExp(`^${path}: `));
    }
  });

  it("A4 an answer to another event is a failure, and its text is not used", () => {
    const stdout = decide("deny");
    for (const profile of ["reference", "claude-code"] as const) {
      const verdict = verdictOf("UserPromptSubmit", profile, { stdout });
      expect(verdict.failure).toEqual({
        kind: "wrong-event",
        detail: "the answer is for PreToolUse, but this event is UserPromptSubmit",
      });
      expect(JSON.stringify(verdict.messages)).not.toContain("deny");
    }
  });

  it("A4 an answer that nobody could write down again fails", () => {
    const deep = `${'{"a":'.repeat(9000)}1${"}".repeat(9000)}`;
    const stdout = `{"decision":"block","x":${deep}}`;
    expect(verdictOf("PreToolUse", "reference", { stdout }).failure).toEqual({
      kind: "invalid-output",
      detail: "it is nested too deeply; read as plain text",
    });
  });
});
