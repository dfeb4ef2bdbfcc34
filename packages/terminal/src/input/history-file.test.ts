import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { historyLimits } from "./browse-history.ts";
import { openHistory } from "./history-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "history-"));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
});

const quiet = (text: string) => {
  throw new Error(text);
};

describe("the file with earlier inputs", () => {
  it("keeps inputs for the next session, for their owner alone", () => {
    const file = join(folder, "projects", "one", "inputs.jsonl");
    const history = openHistory(file, quiet);
    history.add("first");
    history.add("two\nlines");
    history.add("  ");
    expect(openHistory(file, quiet).entries).toEqual(["first", "two\nlines"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "projects")).mode & 0o777).toBe(0o700);
  });

  it("adds to what another session wrote meanwhile", () => {
    const file = join(folder, "inputs");
    const [one, other] = [openHistory(file, quiet), openHistory(file, quiet)];
    one.add("of one");
    other.add("of the other");
    expect(openHistory(file, quiet).entries).toEqual(["of one", "of the other"]);
  });

  it("skips damaged lines", () => {
    const file = join(folder, "inputs");
    writeFileSync(file, '"good"\n{"a":1}\n"cut of');
    expect(openHistory(file, quiet).entries).toEqual(["good"]);
  });

  it("becomes shorter when it is long", async () => {
    const file = join(folder, "inputs");
    const lines = Array.from({ length: 3 * historyLimits.entries }, (_, n) => `"input ${n}"\n`);
    writeFileSync(file, lines.join(""));
    const { entries } = openHistory(file, quiet);
    expect(entries).toHaveLength(historyLimits.entries);
    expect(entries.at(-1)).toBe(`input ${lines.length - 1}`);
    await vi.waitUntil(() => readFileSync(file, "utf8").split("\n").length < 600);
    expect(openHistory(file, quiet).entries).toEqual(entries);
  });

  it("says once that nothing is kept", () => {
    writeFileSync(join(folder, "file"), "");
    const warnings: string[] = [];
    const history = openHistory(join(folder, "file", "inputs"), (text) => warnings.push(text));
    history.add("one");
    history.add("two");
    expect(warnings).toEqual([expect.stringMatching(/^Inputs are not kept for later sessions: /)]);
  });
});
