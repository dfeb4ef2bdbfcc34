import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProfileName, profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { fold } from "../fold/fold.ts";
import { interpret } from "../interpret/interpret.ts";
import { answer, eventNamed, outcomeOf, runOf } from "../testing/read-run.ts";
import { keepLongMessages, keepLongTexts } from "./keep-long-texts.ts";

const context = (text: string) => ({ stdout: answer("PostToolUse", { additionalContext: text }) });
const folder = () => join(mkdtempSync(join(tmpdir(), "long-")), "texts");
const kept = (text: string, where: string, profile: ProfileName = "reference") =>
  keepLongTexts(outcomeOf("PostToolUse", profile, context(text)), where);
const fileNamedIn = (text = "") => /the whole text is in (.*\.txt)/.exec(text)?.[1] ?? "";

describe("long texts", () => {
  it("P11 exactly 10,000 characters pass", () => {
    const text = "x".repeat(10_000);
    const { messages } = kept(text, folder());
    expect(messages[0]).toMatchObject({ kind: "context", text });
    expect(messages.some(({ kind }) => kind === "warning")).toBe(false);
  });

  it("P11 10,001 are cut: the model gets a preview, the file has all, the user gets a warning", () => {
    const text = `${"é".repeat(2000)}${"x".repeat(8001)}`;
    const { messages } = kept(text, folder());
    const model = messages.find(({ audience }) => audience === "model");
    const file = fileNamedIn(model?.text);
    expect(model).toMatchObject({ kind: "context", cut: true, file });
    expect(model?.text).toBe(
      `${"é".repeat(2000)}\n[cut: 10001 characters in all; the whole text is in ${file}]`,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(messages.at(-1)).toMatchObject({
      audience: "user",
      kind: "warning",
      text: `hook.sh: a text of 10001 characters was cut for the model; the whole text is in ${file}`,
    });
  });

  it("P11 reasons are cut in the outcome as well", () => {
    const outcome = outcomeOf("PreToolUse", "reference", { code: 2, stderr: "x".repeat(20_000) });
    const cut = keepLongTexts(outcome, folder());
    const [reason] = "reasons" in cut ? cut.reasons : [];
    expect(reason).toMatch(/^\[hook\.sh\]: x+\n\[cut: 20011 characters in all; /);
    expect(cut.messages[0]?.text).toBe(reason);
    expect(readFileSync(fileNamedIn(reason), "utf8")).toHaveLength(20_011);
  });

  it.each([
    ["reference", true, true],
    ["claude-code", true, false],
    ["envoy", false, false],
  ] as const)("P11, section 12: %s cuts context: %s, reasons: %s", (profile, contexts, reasons) => {
    const long = "x".repeat(20_000);
    const isCut = (outcome: Parameters<typeof keepLongTexts>[0]) =>
      keepLongTexts(outcome, folder()).messages.some(({ text }) => text.includes("[cut: "));
    expect(isCut(outcomeOf("PostToolUse", profile, context(long)))).toBe(contexts);
    const block = { stdout: JSON.stringify({ decision: "block", reason: long }) };
    expect(isCut(outcomeOf("PostToolUse", profile, block))).toBe(reasons);
  });

  it("P11 what only people see is not cut", () => {
    const text = "x".repeat(20_000);
    const { messages } = keepLongTexts(
      outcomeOf("PostToolUse", "reference", { stdout: text }),
      folder(),
    );
    expect(messages).toMatchObject([{ audience: "verbose", text }]);
  });

  it("P11 two texts have a file each, and no character is cut in half", () => {
    const where = folder();
    const text = `${"x".repeat(1999)}😀${"y".repeat(9000)}`;
    const [first, second] = [kept(text, where), kept(text, where)].map(
      ({ messages }) => messages[0]?.text ?? "",
    );
    expect(first).toMatch(/^x{1999}\n/);
    expect(fileNamedIn(first)).not.toBe(fileNamedIn(second));
  });

  it("P11 a text that was spilled already is not written again", () => {
    const [message] = outcomeOf("SessionStart", "reference", {
      stdout: "x".repeat(20_000),
    }).messages;
    if (!message) throw new Error("no message");
    const [first] = keepLongMessages([{ ...message, file: "/spilled/all" }], "/nowhere");
    expect(first?.text).toContain("the whole text is in /spilled/all");
  });

  it("P11 a file that has only the beginning is not said to have the whole text", () => {
    const long = (bytes: number, file?: string) => {
      const run = runOf({ code: 2, stderr: "x".repeat(20_000) });
      const stderr = { ...run.stderr, bytes, complete: false, ...(file ? { file } : {}) };
      const event = eventNamed("PreToolUse");
      const verdict = interpret({ ...run, stderr }, event, profiles.reference);
      const cut = keepLongTexts(fold(event, [verdict], [], profiles.reference), folder());
      return cut.messages.find(({ audience }) => audience === "model")?.text ?? "";
    };
    const mebibyte = 1024 ** 2;
    expect(long(2 * mebibyte, "/spilled")).toMatch(
      /\[cut: 2097152 bytes in all; the whole text is in \/spilled\]$/,
    );
    expect(long(65 * mebibyte, "/spilled")).toMatch(
      /; the first 64 MiB of 68157440 bytes are in \/spilled\]$/,
    );
    expect(long(2 * mebibyte)).toMatch(/; the first 1 MiB of 2097152 bytes are in .*\.txt\]$/);
  });

  it("P11 the user's line about a refusal is short, and a reason for the user alone is cut too", () => {
    const stderr = "x".repeat(1024 ** 2);
    const { messages } = keepLongTexts(
      outcomeOf("PreToolUse", "reference", { code: 2, stderr }),
      folder(),
    );
    const [line, where] = messages.filter(({ audience }) => audience === "user");
    expect(line?.text).toMatch(
      /^hook\.sh: the call is refused: x{500}… \(1048576 characters; the verbose view has more\)$/,
    );
    expect(where?.text).toContain("the whole text is in ");
    const prompt = outcomeOf("UserPromptSubmit", "reference", { code: 2, stderr });
    const [reason, ...more] = keepLongTexts(prompt, folder()).messages;
    expect(reason?.audience).toBe("user");
    expect(reason?.text).toMatch(/x\n\[cut: \d+ characters in all; the whole text is in /);
    expect(more).toEqual([]);
  });

  it("P11 a folder that cannot be written is reported, and nothing fails", () => {
    const { messages } = kept("x".repeat(20_000), join("/dev/null", "texts"));
    expect(messages.at(-1)?.text).toContain("was cut for the model; the rest is lost: ENOTDIR");
  });
});
