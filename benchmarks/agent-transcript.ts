// What a transcript costs: appending to a short and to a long file, and resuming a session of 100 MB.
// From the sources: npm exec -c 'node --conditions=workspace-source benchmarks/agent-transcript.ts'
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTranscript, type Transcript } from "../packages/agent/src/sessions/open-transcript.ts";
import { readTranscript } from "../packages/agent/src/sessions/read-transcript.ts";
import type { TranscriptRecord } from "../packages/agent/src/sessions/transcript-record.ts";
import { callAndResult, toolOutput } from "./long-transcript.ts";
import { interleave, median, percentile, printTable, type Row, timed } from "./measure.ts";

const megabyte = 1024 * 1024;
const appendRounds = 1000;
const syncRounds = 100;
const resumeRounds = 7;

const user = (text: string): TranscriptRecord => ({
  type: "user",
  message: { role: "user", content: [{ type: "text", text }] },
});

/** A transcript of at least this many bytes: calls and their results. */
async function filled(folder: string, sessionId: string, bytes: number): Promise<Transcript> {
  const transcript = await openTranscript({ folder, sessionId });
  for (let turn = 0; statSync(transcript.path).size < bytes; turn++)
    for (const record of callAndResult(turn)) transcript.append(record);
  return transcript;
}

const sizeOf = ({ path }: { readonly path: string }): string =>
  `${(statSync(path).size / megabyte).toFixed(0)} MB`;

async function measureAppending(folder: string): Promise<void> {
  const short = await filled(folder, "short", megabyte);
  const long = await filled(folder, "long", 500 * megabyte);
  const [shortSize, longSize] = [short, long].map(sizeOf);
  const bare = openSync(join(folder, "bare.jsonl"), "a");
  const record = user(toolOutput(2000));
  const line = `${JSON.stringify(record)}\n`;
  const append = (transcript: Transcript) => () => timed(() => transcript.append(record));
  const times = await interleave(appendRounds, {
    bare: () => timed(() => writeSync(bare, line)),
    short: append(short),
    long: append(long),
  });
  const synced = await interleave(syncRounds, {
    sync: () =>
      timed(() => {
        writeSync(bare, line);
        fdatasyncSync(bare);
      }),
  });
  closeSync(bare);
  const row = (name: string, values: readonly number[], base: readonly number[]): Row => [
    name,
    median(values) * 1000,
    percentile(values, 95) * 1000,
    `${(median(values) / median(base)).toFixed(2)} ×`,
  ];
  printTable(
    "append of 2 KB, µs",
    ["median", "p95", "beside"],
    [
      row("a bare write of the same line", times.bare, times.bare),
      row(`append, ${shortSize} (beside the bare write)`, times.short, times.bare),
      row(`append, ${longSize} (beside the short one)`, times.long, times.short),
      row("a bare write forced to the disk", synced.sync, times.bare),
    ],
  );
  for (const transcript of [short, long]) transcript.close();
}

async function measureResuming(folder: string): Promise<void> {
  const { path, close } = await filled(folder, "resumed", 100 * megabyte);
  close();
  const parseAll = async () =>
    (await readFile(path, "utf8")).split("\n").map((line) => line && JSON.parse(line));
  const times = await interleave(resumeRounds, {
    baseline: () => timed(parseAll),
    resume: () =>
      timed(async () => {
        // Continuing a session opens, repairs and reads its transcript.
        const transcript = await openTranscript({ folder, sessionId: "resumed" });
        await readTranscript(transcript.path);
        transcript.close();
      }),
  });
  printTable(
    `resume of ${sizeOf({ path })}, ms`,
    ["median", "p95", "beside"],
    [
      [
        "reading and parsing the file at once",
        median(times.baseline),
        percentile(times.baseline, 95),
        "",
      ],
      [
        "open, repair and read",
        median(times.resume),
        percentile(times.resume, 95),
        `${(median(times.resume) / median(times.baseline)).toFixed(2)} ×`,
      ],
    ],
  );
}

const folder = mkdtempSync(join(tmpdir(), "agent-transcript-"));
try {
  await measureAppending(folder);
  await measureResuming(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
