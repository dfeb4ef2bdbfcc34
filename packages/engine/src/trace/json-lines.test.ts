import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceRecord } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { jsonLinesTrace } from "./json-lines.ts";
import { rotatingFile } from "./rotating-file.ts";

const numbered = (durationMs: number) => ({ durationMs, event: "x".repeat(80) }) as TraceRecord;
const newFile = () => join(mkdtempSync(join(tmpdir(), "trace-")), "logs", "trace.jsonl");
const linesOf = (file: string): readonly { durationMs: number; lost?: number }[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const numbers = (file: string) => linesOf(file).map(({ durationMs }) => durationMs);
const mode = (path: string) => statSync(path).mode & 0o777;

/** A disk that does what it is told to. */
function disk() {
  const written: string[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  return {
    written,
    /** Lets the writes that wait go on, or fail. */
    settle(error?: Error) {
      for (const gate of gates.splice(0)) error ? gate.reject(error) : gate.resolve();
    },
    waits: () => gates.length,
    to: {
      async append(lines: readonly string[]) {
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        written.push(...lines);
      },
      appendNow() {},
    },
  };
}

/** Lets everything happen that waits for nothing but its turn. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a trace in JSON lines", () => {
  it("P15 writes in batches, all of it when it is closed, and can be used again", async () => {
    const file = newFile();
    const trace = jsonLinesTrace(file);
    trace.record(numbered(1));
    trace.record(numbered(2));
    expect(() => statSync(file)).toThrow("ENOENT");
    await trace.close?.();
    expect(numbers(file)).toEqual([1, 2]);
    trace.record(numbered(3));
    await trace.close?.();
    await trace.close?.();
    expect(numbers(file)).toEqual([1, 2, 3]);
  });

  it("P15 is readable only by its owner, even if the file was not before", async () => {
    const file = newFile();
    const trace = jsonLinesTrace(file);
    trace.record(numbered(1));
    await trace.close?.();
    expect([mode(file), mode(join(file, ".."))]).toEqual([0o600, 0o700]);
    chmodSync(file, 0o644);
    trace.record(numbered(2));
    await trace.close?.();
    expect(mode(file)).toBe(0o600);
  });

  it("P15 renames a full file, and removes the oldest", async () => {
    const file = newFile();
    const trace = jsonLinesTrace(file, { maxBytes: 350, maxFiles: 3 });
    for (let number = 1; number <= 8; number++) trace.record(numbered(number));
    await trace.close?.();
    for (let number = 9; number <= 11; number++) trace.record(numbered(number));
    await trace.close?.();
    const folder = join(file, "..");
    expect(readdirSync(folder).sort()).toEqual(["trace.jsonl", "trace.jsonl.1", "trace.jsonl.2"]);
    expect(["", ".1", ".2"].map((end) => numbers(`${file}${end}`))).toEqual([
      [10, 11],
      [7, 8, 9],
      [4, 5, 6],
    ]);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(350);
      expect(mode(join(folder, name))).toBe(0o600);
    }
  });

  it("P15 a record longer than the limit of a file is still written", async () => {
    const file = newFile();
    const trace = jsonLinesTrace(file, { maxBytes: 10, maxFiles: 2 });
    for (const number of [1, 2]) trace.record(numbered(number));
    await trace.close?.();
    expect([numbers(file), numbers(`${file}.1`)]).toEqual([[2], [1]]);
  });

  it("P15 a slow disk delays nothing; excess records are lost and counted", async () => {
    const { to, written, settle, waits } = disk();
    const trace = jsonLinesTrace("unused", { to });
    trace.record(numbered(0));
    const closing = trace.close?.();
    await turn();
    expect(waits()).toBe(1);
    for (let number = 1; number <= 510; number++) trace.record(numbered(number));
    settle();
    await turn();
    settle();
    await closing;
    expect(written).toHaveLength(501);
    expect(JSON.parse(written[1] ?? "")).toMatchObject({ durationMs: 11, lost: 10 });
    expect(JSON.parse(written.at(-1) ?? "")).toMatchObject({ durationMs: 510 });
    trace.record(numbered(511));
    const again = trace.close?.();
    await turn();
    settle();
    await again;
    expect(JSON.parse(written.at(-1) ?? "")).not.toHaveProperty("lost");
  });

  it("P15 a failing disk breaks nothing; the user gets one warning, and the next record says how many were lost", async () => {
    const warnings: string[] = [];
    const listener = ({ message }: Error) => warnings.push(message);
    process.on("warning", listener);
    const { to, written, settle } = disk();
    const trace = jsonLinesTrace("unused", { to });
    for (const number of [1, 2]) {
      trace.record(numbered(number));
      const closing = trace.close?.();
      await turn();
      settle(new Error("ENOSPC"));
      await closing;
    }
    trace.record(numbered(3));
    const closing = trace.close?.();
    await turn();
    settle();
    await closing;
    await turn();
    process.off("warning", listener);
    expect(written.map((line) => JSON.parse(line))).toMatchObject([{ durationMs: 3, lost: 2 }]);
    expect(warnings).toEqual([expect.stringContaining("ENOSPC")]);
  });

  it("P15 a folder that cannot be created is treated like a failing disk", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "trace-")), "file");
    writeFileSync(file, "");
    const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
    const trace = jsonLinesTrace(join(file, "trace.jsonl"));
    trace.record(numbered(1));
    await trace.close?.();
    expect((await warned).message).toContain("the trace cannot be written");
  });

  it("P15 waiting records are written at the end of the process", async () => {
    const file = newFile();
    const source = JSON.stringify(join(import.meta.dirname, "json-lines.ts"));
    const program = `
      import { jsonLinesTrace } from ${source};
      const trace = jsonLinesTrace(${JSON.stringify(file)});
      for (let number = 1; number <= 3; number++) trace.record({ durationMs: number, how: process.argv[1] });
      if (process.argv[1] === "exit") {
        trace.close();
        trace.record({ durationMs: 4 });
        process.exit(0);
      }`;
    for (const how of ["end", "exit"]) {
      const child = spawn(process.execPath, [
        "--conditions=workspace-source",
        "--input-type=module",
        "--eval",
        program,
        how,
      ]);
      expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    }
    expect(numbers(file)).toEqual([1, 2, 3, 1, 2, 3, 4]);
  });

  it("P15 lines that were being written when the process ended are written once", async () => {
    const file = newFile();
    const { append, appendNow } = rotatingFile(file, {});
    await append(["a\n", "b\n"]);
    appendNow(["d\n"], ["a\n", "b\n", "c\n"]);
    expect(readFileSync(file, "utf8")).toBe("a\nb\nc\nd\n");
  });
});
