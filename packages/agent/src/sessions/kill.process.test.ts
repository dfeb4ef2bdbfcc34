import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readTranscript } from "./read-transcript.ts";
import { newFolder, opened, recordsIn, userRecord } from "./testing.ts";

const rounds = 15;
const writers = 6;
const turns = 4;
const recordsPerTurn = 20;

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Starts a process that runs JavaScript with `openTranscript`, `record` and the arguments at hand. */
function start(folder: string, body: string, args: readonly string[], before = "true") {
  // A file of its own: one that starts must not read what is being written for the next.
  const file = join(folder, `writer-${randomUUID()}.mjs`);
  const source = JSON.stringify(join(import.meta.dirname, "open-transcript.ts"));
  writeFileSync(
    file,
    `import { existsSync, writeSync } from "node:fs";
import { openTranscript } from ${source};
const [folder, ...args] = process.argv.slice(2);
const record = (text) => ({ type: "user", message: { role: "user", content: [{ type: "text", text }] } });
const pause = () => new Promise((done) => setTimeout(done, 1));
const open = () => openTranscript({ folder, sessionId: "s1" });
${body}`,
  );
  const command = [process.execPath, "--conditions=workspace-source", file, folder, ...args];
  const child = spawn("/bin/bash", ["-c", `${before}; exec "$@"`, "bash", ...command], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, ended, printed: () => printed };
}

/** Waits for the first thing that a process prints. */
const firstLine = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("close", () => reject(new Error("it ended before it printed anything")));
  });

/** Appends records of up to 256 KB and prints the number of each that was acknowledged. */
const appending = `
const transcript = await open();
for (let number = 0; ; number++) {
  const size = (number * 7919 * Number(args[0])) % (256 * 1024);
  transcript.append(record(args[0] + ":" + number + " " + "x".repeat(size)));
  writeSync(1, number + "\\n");
}`;

/** When all are ready: takes the session, appends some records and gives it back; steps back while it is in use. */
const taking = `
writeSync(1, "ready");
while (!existsSync(folder + "/go")) await pause();
for (let taken = 0; taken < ${turns}; ) {
  try {
    const transcript = await open();
    for (let number = 0; number < ${recordsPerTurn}; number++) {
      transcript.append(record(args[0] + ":" + taken));
      await pause();
    }
    transcript.close();
    taken += 1;
  } catch (error) {
    if (error.kind !== "in-use") throw error;
  }
}`;

/** Appends until it fails, says so, and then writes one more that fits. */
const failing = `
const transcript = await open();
let number = 0;
try {
  for (;; number++) transcript.append(record("x".repeat(5000)));
} catch (error) {
  transcript.append(record("short"));
  writeSync(1, number + " " + error.code);
}`;

// Dozens of processes: on a busy machine each takes a second to start.
describe("writers that are ended", { timeout: 240_000 }, () => {
  it(`G9 E22 kill -9 at ${rounds} moments: every acknowledged record is there and the session can be continued`, async () => {
    const folder = newFolder();
    const random = numbers(20_260_101);
    const acknowledged: string[] = [];
    for (let round = 1; round <= rounds; round++) {
      const { child, ended, printed } = start(folder, appending, [String(round)]);
      await firstLine(child);
      await wait(random() * 30);
      child.kill("SIGKILL");
      await ended;
      const count = printed().split("\n").length - 1;
      for (let number = 0; number < count; number++) acknowledged.push(`${round}:${number}`);

      const transcript = await opened({ folder, sessionId: "s1" });
      transcript.append(userRecord(`after ${round}`));
      transcript.close();
      acknowledged.push(`after ${round}`);
    }
    const { badLines, conversation, tornBytes } = await readTranscript(join(folder, "s1.jsonl"));
    expect([badLines, tornBytes]).toEqual([0, 0]);
    const texts = conversation.map(({ content }) =>
      content.map((block) => (block.type === "text" ? block.text : "")).join(),
    );
    const labels = texts.map((text) => (text.startsWith("after") ? text : text.split(" ")[0]));
    const found = new Set(labels);
    expect(acknowledged.filter((label) => !found.has(label))).toEqual([]);
    expect(found.size).toBe(labels.length);
    // One that was written whole and not yet acknowledged may be there for each round, and nothing else.
    expect(labels.length - acknowledged.length).toBeLessThanOrEqual(rounds);
  });

  it(`G9 ${writers} processes that want one session get it one after the other`, async () => {
    const folder = newFolder();
    const all = Array.from({ length: writers }, (_, index) =>
      start(folder, taking, [String(index)]),
    );
    await Promise.all(all.map(({ child }) => firstLine(child)));
    writeFileSync(join(folder, "go"), "");
    expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(all.map(() => 0));
    const labels = recordsIn(join(folder, "s1.jsonl")).map((record) =>
      JSON.stringify(record["message"]),
    );
    expect(labels).toHaveLength(writers * turns * recordsPerTurn);
    const changes = labels.filter((label, index) => label !== labels[index - 1]);
    expect(changes).toHaveLength(writers * turns);
  });

  it("G9 a record that does not fit on the disk leaves only complete lines", async () => {
    const folder = newFolder();
    // The size is in blocks of 1024 bytes; without the trap the signal would end the process.
    const { ended, printed } = start(folder, failing, [], "trap '' XFSZ; ulimit -f 64");
    expect(await ended).toBe(0);
    const [count, code] = printed().split(" ");
    expect(code).toBe("EFBIG");
    const path = join(folder, "s1.jsonl");
    expect(recordsIn(path)).toHaveLength(Number(count) + 1);
    expect(readFileSync(path, "utf8").endsWith("\n")).toBe(true);
  });
});
