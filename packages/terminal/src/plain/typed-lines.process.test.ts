import { execFileSync } from "node:child_process";
import { constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readTypedLines, type TypedLines } from "./typed-lines.ts";

/** Reads lines from a pipe. What `type` writes is in the pipe when it returns, as what a terminal has received. */
function reading(onLine: (line: string, typed: TypedLines) => void) {
  const folder = mkdtempSync(join(tmpdir(), "typed-lines-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const input = new Socket({ fd: end, readable: true, writable: false });
  const lines: (readonly [string, boolean])[] = [];
  const typed = readTypedLines(input, {
    onLine(line, isEarlier) {
      lines.push([line, isEarlier]);
      onLine(line, typed);
    },
    onClose() {},
  });
  onTestFinished(() => {
    typed.close();
    input.destroy();
    rmSync(folder, { recursive: true });
  });
  return { lines, typed, type: (text: string) => void writeSync(end, text) };
}

/** Turns of the event loop: what was received before is read by then. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe("lines that were typed before a question", () => {
  it("those of the same text are earlier, and those that follow are not", async () => {
    const { lines, type } = reading((line, typed) => {
      if (line === "prompt") typed.startQuestion();
    });
    type("prompt\ny\ny\n");
    await expect.poll(() => lines).toHaveLength(3);
    await turns();
    type("y\n");
    await expect.poll(() => lines).toHaveLength(4);
    expect(lines).toEqual([
      ["prompt", false],
      ["y", true],
      ["y", true],
      ["y", false],
    ]);
  });

  it("what was received and is still unread is earlier, in whatever turn the question is asked", async () => {
    for (const wait of [setImmediate, (ask: () => void) => setTimeout(ask, 0), process.nextTick]) {
      const { lines, typed, type } = reading(() => {});
      wait(() => {
        type("y\n");
        typed.startQuestion();
      });
      await expect.poll(() => lines).toEqual([["y", true]]);
    }
  });

  it("what comes while earlier lines are read is earlier too", async () => {
    const { lines, typed, type } = reading((line) => {
      if (line.length < 9) type(`${line}y\n`);
    });
    type("y\n");
    typed.startQuestion();
    await expect.poll(() => lines).toHaveLength(9);
    expect(lines.filter(([, isEarlier]) => !isEarlier)).toEqual([]);
  });

  it("a line whose beginning was typed before is earlier", async () => {
    const { lines, typed, type } = reading(() => {});
    type("a\nye");
    await expect.poll(() => lines).toHaveLength(1);
    typed.startQuestion();
    await turns();
    type("s\nyes\n");
    await expect.poll(() => lines).toHaveLength(3);
    expect(lines.slice(1)).toEqual([
      ["yes", true],
      ["yes", false],
    ]);
  });
});
