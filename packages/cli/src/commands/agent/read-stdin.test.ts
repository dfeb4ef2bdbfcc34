import { openSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { isPiped, readStdin } from "./read-stdin.ts";

describe("what is piped in", () => {
  it.each([true, false])("is read to its end (with a prompt: %s)", async (hasPrompt) => {
    const stdin = Readable.from([Buffer.from("a"), Buffer.from("b\n")]);
    expect(await readStdin({ stdin, hasPrompt, warn: expect.fail })).toBe("ab\n");
  });

  it("may be empty", async () => {
    const stdin = Readable.from([]);
    expect(await readStdin({ stdin, hasPrompt: true, warn: expect.fail })).toBe("");
  });

  it("is waited for a short time only when there is a prompt, and the user is warned", async () => {
    const warnings: string[] = [];
    const stdin = new PassThrough();
    const warn = (text: string) => warnings.push(text);
    expect(await readStdin({ stdin, hasPrompt: true, warn, patienceMs: 10 })).toBe("");
    expect(warnings).toEqual([expect.stringContaining("nothing arrived on stdin within 0.01 s")]);
    expect(stdin.destroyed).toBe(true);
  });

  it("is a file or a pipe, not a device", () => {
    expect(isPiped(openSync(import.meta.filename, "r"))).toBe(true);
    expect(isPiped(openSync("/dev/null", "r"))).toBe(false);
    expect(isPiped(99_999)).toBe(false);
  });
});
