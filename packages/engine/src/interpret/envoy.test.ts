import { describe, expect, it } from "vitest";
import { answer, messageRows, outcomeOf, verdictOf } from "../testing/read-run.ts";

const context = answer("PostToolUse", { additionalContext: "words" });

describe("envoy", () => {
  it("V1 SessionStart stdout is plain text for the model even if it is JSON", () => {
    const stdout = answer("SessionStart", { additionalContext: "words" }, { continue: false });
    const outcome = outcomeOf("SessionStart", "envoy", { stdout });
    expect(outcome.action).toBe("continue");
    expect(messageRows(outcome.messages)).toEqual([["model", "stdout", stdout]]);
  });

  it("V1 only hooks that exit 0 contribute, in plan order", () => {
    const { messages } = outcomeOf(
      "SessionStart",
      "envoy",
      { stdout: "one\n" },
      { stdout: "two", code: 1 },
      { stdout: "three" },
    );
    expect(messages.filter(({ audience }) => audience === "model").map(({ text }) => text)).toEqual(
      ["one", "three"],
    );
  });

  it("V2 PostToolUse continue: false stops with the reason, or with a phrase", () => {
    const stop = (stopReason?: string) =>
      outcomeOf("PostToolUse", "envoy", {
        stdout: JSON.stringify({ continue: false, stopReason }),
      });
    expect(stop("enough")).toMatchObject({ action: "stop", reason: "enough" });
    expect(stop()).toMatchObject({ action: "stop", reason: "Stopped by hook" });
  });

  it("V4 a system message is a warning to the user", () => {
    const { messages } = outcomeOf("PostToolUse", "envoy", { stdout: '{"systemMessage":"note"}' });
    expect(messageRows(messages)[0]).toEqual(["user", "system-message", "note"]);
  });

  it("V5 suppressOutput hides the hook's own stdout", () => {
    const stdout = '{"suppressOutput":true}';
    const { messages } = outcomeOf("PostToolUse", "envoy", { stdout });
    expect(messageRows(messages)).toEqual([]);
  });

  it.each([
    [{ code: 1, stderr: "oops" }, "exit-code"],
    [{ code: 2, stderr: "no" }, "exit-code"],
    [{ end: { how: "notFound", cause: "no such program" } }, "not-found"],
    [{ end: { how: "killed", signal: "SIGKILL" } }, "killed"],
  ] as const)("V6 %j is a warning and nothing else", (said, kind) => {
    const verdict = verdictOf("PostToolUse", "envoy", { ...said, stdout: "noise" });
    expect(verdict).toMatchObject({
      failure: { kind },
      opinion: { decision: "none" },
      stop: undefined,
    });
    expect(verdict.messages.map(({ audience, kind: what }) => [audience, what])).toEqual([
      ["user", "failure"],
    ]);
  });

  it.each([1, 2])("V6 PostToolUse JSON is used in addition to the warning of exit %i", (code) => {
    const verdict = verdictOf("PostToolUse", "envoy", { stdout: context, code });
    expect(verdict.failure).toEqual({
      kind: "exit-code",
      detail: `exit ${code}: no text on stderr`,
    });
    expect(verdict.messages.map(({ audience, kind }) => [audience, kind])).toEqual([
      ["model", "context"],
      ["verbose", "stdout"],
      ["user", "failure"],
    ]);
  });

  it.each(["words", `${context} and words`, `${context}\n${context}`])(
    "V9 stdout that is not pure JSON is text to look at: %j",
    (stdout) => {
      const verdict = verdictOf("PostToolUse", "envoy", { stdout });
      expect(verdict.failure).toBeUndefined();
      const rows = messageRows(verdict.messages).filter(([, kind]) => kind !== "warning");
      expect(rows).toEqual([["verbose", "stdout", stdout]]);
    },
  );
});
