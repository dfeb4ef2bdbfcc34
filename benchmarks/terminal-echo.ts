// How long a key takes until it is on the screen, in an idle session and while an answer arrives with 200 words a second,
// after 2,000 messages and a hook that printed 10,000 lines; how often the screen is drawn, and the memory of the process.
// npm exec -c 'node benchmarks/terminal-echo.ts [SECONDS]'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import cli from "../packages/cli/package.json" with { type: "json" };
import { requireBuild, root } from "./built.ts";
import { type InTerminal, startInTerminal } from "./in-terminal.ts";
import { median, percentile, printTable, type Row } from "./measure.ts";

const seconds = Number(process.argv[2] ?? 20);
const wordMs = 5;
const keyMs = 90;
/** As many keys before the line is emptied again. */
const keysInLine = 25;

requireBuild();
const base = mkdtempSync(join(tmpdir(), "terminal-echo-"));
const cwd = join(base, "project");
mkdirSync(join(cwd, ".claude"), { recursive: true });
mkdirSync(join(base, "home"));
const file = join(cwd, "file.txt");
writeFileSync(file, "some text\n".repeat(5));
writeFileSync(
  join(cwd, ".claude", "settings.json"),
  JSON.stringify({
    hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "seq 1 10000 >&2" }] }] },
  }),
);
/** 1,000 calls are 2,000 messages. */
const calls = Array.from({ length: 1000 }, (_, n) => [
  `Step ${n}.`,
  { tool: "Read", input: { file_path: file } },
]);
const words = Math.ceil((1.5 * (seconds * 1000)) / wordMs);
const stream = Array.from({ length: words }, (_, n) => `word${n}${n % 40 === 39 ? ".\n\n" : " "}`);
const script = [...calls, { blocks: [stream.join("")], pieceMs: wordMs }];
writeFileSync(join(base, "script.json"), JSON.stringify(script));
const env = { PATH: process.env["PATH"] ?? "", HOME: join(base, "home"), TERM: "xterm-256color" };

let typed = 0;

/** Presses keys for some seconds; returns how long each took to be on the screen. */
async function echoes(terminal: InTerminal, forSeconds: number): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + forSeconds * 1000;
  while (performance.now() < end) {
    // A character that nothing else on the screen has.
    const character = String.fromCodePoint(0x4e00 + (typed % 20_000));
    const from = terminal.output().length;
    const start = performance.now();
    terminal.type(character);
    times.push((await terminal.written(character, from)) - start);
    typed += 1;
    if (typed % keysInLine === 0) terminal.type("\u0015");
    await sleep(keyMs * (0.5 + Math.random()));
  }
  return times;
}

/** Frames that were drawn in a part of the output. */
const framesIn = (text: string): number => text.split("\u001B[?2026h").length - 1;

interface Measured {
  readonly times: readonly number[];
  readonly framesPerSecond: number;
  readonly kilobytesPerSecond: number;
  readonly megabytes: { readonly start: number; readonly end: number };
}

async function measured(terminal: InTerminal, forSeconds: number): Promise<Measured> {
  const from = terminal.output().length;
  const startMegabytes = terminal.memory();
  const start = performance.now();
  const times = await echoes(terminal, forSeconds);
  const passed = (performance.now() - start) / 1000;
  const written = terminal.output().slice(from);
  return {
    times,
    framesPerSecond: framesIn(written) / passed,
    kilobytesPerSecond: written.length / 1024 / passed,
    megabytes: { start: startMegabytes, end: terminal.memory() },
  };
}

/** The same keys with a terminal that echoes them itself: what the measurement costs. */
async function baseline(): Promise<Measured> {
  const terminal = startInTerminal({ words: ["cat"], cwd, env });
  await sleep(300);
  const result = await measured(terminal, seconds / 4);
  await terminal.end();
  return result;
}

const rowOf = (name: string, { times, ...rest }: Measured): Row => [
  name,
  median(times),
  percentile(times, 95),
  percentile(times, 99),
  rest.framesPerSecond,
  rest.kilobytesPerSecond,
  rest.megabytes.start,
  rest.megabytes.end,
];

try {
  const bare = await baseline();
  const bundle = join(root, "packages/cli/dist", `${cli.name}.mjs`);
  const model = `script:${join(base, "script.json")}`;
  const terminal = startInTerminal({
    words: [process.execPath, bundle, "--model", model, "--trust-project"],
    cwd,
    env,
  });
  await terminal.written("script.json");
  // Modules that are loaded after the first screen are not part of this.
  await sleep(1000);
  const idle = await measured(terminal, seconds / 4);
  terminal.type("\u0015go\r");
  await terminal.written("word0 ");
  const streaming = await measured(terminal, seconds);
  await terminal.end();
  printTable(
    `${streaming.times.length} keys`,
    ["median ms", "p95", "p99", "frames/s", "kB/s", "MB at the start", "at the end"],
    [
      rowOf("a bare terminal (cat)", bare),
      rowOf("an idle session", idle),
      rowOf("2,000 messages, 200 words/s", streaming),
    ],
  );
} finally {
  rmSync(base, { recursive: true, force: true });
}
