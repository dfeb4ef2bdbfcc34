// npm run fault-run -- --dispatches 2000 --seed 1 --runner on --kill-runner 0.01: fires events at random hooks that crash, hang, flood, fork and worse.
// Every dispatch must return in time, and an observer process must find nothing left over; otherwise it exits with 1.
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createHooks } from "@snaphook/engine";
import { brand } from "@snaphook/protocol";
import { type Dispatched, dispatchOne } from "./fault-run/dispatch.ts";
import { runnerKiller } from "./fault-run/kill-runner.ts";
import { kinds, settings } from "./fault-run/kinds.ts";
import { startObserver } from "./fault-run/observe.ts";
import { seededRandom } from "./fault-run/random.ts";

const { values } = parseArgs({
  options: {
    dispatches: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    "in-flight": { type: "string", default: "8" },
    runner: { type: "string", default: "off" },
    // The share of dispatches in the middle of which the runner is killed.
    "kill-runner": { type: "string", default: "0" },
    // Marks all processes, for a parent that looks for them.
    word: { type: "string", default: randomUUID() },
    // Prints a line for each dispatch that has ended, with the pid of the runner.
    progress: { type: "boolean", default: false },
  },
});
const total = Number(values.dispatches);
const inFlight = Number(values["in-flight"]);

const { word } = values;
const folder = mkdtempSync(join(tmpdir(), "fault-run-"));
mkdirSync(join(folder, ".claude"));
writeFileSync(join(folder, ".claude/settings.json"), JSON.stringify(settings));
const hooks = await createHooks({
  cwd: folder,
  home: folder,
  settingSources: ["user"],
  managedFile: join(folder, "absent.json"),
  sessionId: "fault-run",
  sessionFolder: join(folder, "session"),
  env: {
    ...process.env,
    FAULT_RUN: word,
    [`${brand.environmentPrefix}RUNNER`]: values.runner,
  },
});
while (hooks.config.runner().state === "starting") await wait(10);

const observer = startObserver(word);
const done: Dispatched[] = [];
const memory: number[] = [];
const random = seededRandom(Number(values.seed));
const started = performance.now();
// The first run opens files that stay open as long as the host runs.
await dispatchOne(hooks, 0, seededRandom(0));
const killer = runnerKiller(hooks, observer, Number(values["kill-runner"]));
const runnerAtRest = runnerDescriptors();
const atRest = await observer.lookUntilQuiet(({ processes }) => processes.length === 0, 5000);

let next = 1;
async function worker(): Promise<void> {
  while (next <= total) {
    const number = next++;
    await killer.ready();
    // Each has its own random numbers, so that the order in which they finish does not matter.
    const dispatch = dispatchOne(hooks, number, seededRandom(random() * 2 ** 32), killer.kills);
    done.push(await killer.follow(dispatch, random));
    if (values.progress) console.log(`done ${runnerPid()}`);
    rmSync(join(folder, "session/output"), { recursive: true, force: true, maxRetries: 10 });
    if (done.length % Math.ceil(total / 40) !== 0) continue;
    // --expose-gc: measures memory that is kept, without garbage.
    globalThis.gc?.();
    memory.push((await observer.look()).memory);
  }
}
await Promise.all(Array.from({ length: inFlight }, worker));
await killer.ready();
const nothingLeft = (seen: { descriptors: number; processes: readonly string[] }) =>
  seen.processes.length === 0 &&
  seen.descriptors <= atRest.descriptors &&
  runnerDescriptors() <= runnerAtRest;
const left = await observer.lookUntilQuiet(nothingLeft, 10_000);
const runnerAtEnd = runnerDescriptors();
const [closing] = await Promise.all([timed(hooks.close()), observer.look()]);
const afterClose = await observer.look();
observer.end();
rmSync(folder, { recursive: true, force: true });

const seconds = (performance.now() - started) / 1000;
console.log(
  `${done.length} dispatches in ${seconds.toFixed(0)} s, seed ${values.seed}, ${inFlight} in flight\n`,
);
for (const kind of Object.keys(kinds)) {
  const ofKind = done.filter((one) => one.kind === kind);
  const ends = Object.entries(Object.groupBy(ofKind, ({ end }) => end));
  const worst = Math.max(...ofKind.map(({ overrunMs }) => overrunMs));
  const counts = ends.map(([end, ones]) => `${ones?.length} ${end}`).join(", ");
  console.log(
    `${kind.padEnd(12)} ${String(ofKind.length).padStart(5)}   worst overrun ${String(Math.round(worst)).padStart(6)} ms   ${counts}`,
  );
}
const quarter = Math.floor(memory.length / 4);
const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
const [early, late] = [
  median(memory.slice(quarter, 2 * quarter)),
  median(memory.slice(3 * quarter)),
];
console.log(`
memory, MiB   ${memory.map((size) => size.toFixed(0)).join(" ")}
              ${early.toFixed(1)} in the second quarter, ${late.toFixed(1)} in the last
descriptors   ${atRest.descriptors} at rest, ${left.descriptors} at the end, ${afterClose.descriptors} after close
processes     ${left.processes.length} left at the end, ${afterClose.processes.length} after close (${closing.toFixed(0)} ms)
runner        ${values.runner}, killed ${killer.kills()} times, ${runnerAtRest} descriptors at rest, ${runnerAtEnd} at the end`);

const few =
  total >= 2000
    ? Object.keys(kinds).filter((kind) => done.filter((one) => one.kind === kind).length < 100)
    : [];
const problems = [
  ...done.flatMap(({ tool, problem }) => (problem === undefined ? [] : [`${tool} ${problem}`])),
  ...left.processes.map((process) => `left over: ${process}`),
  ...killer.problems(),
  ...(runnerAtEnd > runnerAtRest ? ["descriptors of the runner were not given back"] : []),
  ...(left.descriptors > atRest.descriptors ? ["descriptors were not given back"] : []),
  // A short run has too few large inputs to judge memory.
  ...(total >= 500 && late > early + 20 ? ["memory grew"] : []),
  ...few.map((kind) => `${kind} came up less than 100 times`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** 0 if there is no runner. */
function runnerPid(): number {
  const status = hooks.config.runner();
  return status.state === "ready" ? (status.pid ?? 0) : 0;
}

function runnerDescriptors(): number {
  const pid = runnerPid();
  return pid === 0 ? 0 : readdirSync(`/proc/${pid}/fd`).length;
}

async function timed(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}
