// npm run soak -- --runs 200 --at-once 20 --turns 300: the packed command with a model on loopback, for a long time.
// Runs one after another and all at once must end well and leave no process and no descriptor. A long session prints
// its memory, descriptors and time per turn at its start and at its end; what it uses may not grow. Otherwise it exits
// with 1. Linux only.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { leftAfter } from "./kill-run/marked-processes.ts";
import { createPlace, type Place, sizeOf } from "./soak/place.ts";
import { lastWords, startModel } from "./soak/working-model.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    "at-once": { type: "string", default: "20" },
    turns: { type: "string", default: "300" },
    hooks: { type: "string", default: "5" },
  },
});
const problems: string[] = [];
const mark = randomUUID();
const ownDescriptors = () => readdirSync("/proc/self/fd").length;

/** Runs that must end with the last words of the model, and with nothing on stderr. */
async function short(place: Place, count: number, what: string): Promise<void> {
  const start = performance.now();
  const end = await Promise.all(Array.from({ length: count }, () => place.start(1).ended));
  for (const { code, stdout, stderr } of end)
    if (code !== 0 || stdout !== `${lastWords}\n` || stderr !== "")
      problems.push(`${what}: exit ${code}, stdout ${JSON.stringify(stdout)}, stderr ${stderr}`);
  times.push(performance.now() - start);
}
const times: number[] = [];

/** A conversation of 300 short turns takes about 1 MB. */
const maxGrowthMb = 10;

/** The first tenth of a session loads code and fills caches, so the second is compared with the last. */
const tenthOf = (turns: number): number => Math.ceil(turns / 10);

interface Sample {
  readonly at: number;
  readonly memoryMb: number;
  readonly descriptors: number;
}

/** One session with many turns; a sample at each request. */
async function long(place: Place, turns: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const run = place.start(turns - 1, place.watched);
  const { pid = 0 } = run.child;
  onRequest = () => {
    const turn = samples.push({ at: performance.now(), ...sizeOf(pid) });
    if (turn === tenthOf(turns) || turn === turns - tenthOf(turns)) place.askHeap();
  };
  const { code, stdout, stderr } = await run.ended;
  onRequest = () => {};
  if (code !== 0 || stdout !== `${lastWords}\n` || stderr !== "")
    problems.push(`the long session: exit ${code}, ${samples.length} turns, stderr ${stderr}`);
  return samples;
}
let onRequest = () => {};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The medians of a part of the session, to compare its start with its end. */
function describe(name: string, part: readonly Sample[]) {
  const turnMs = median(part.slice(1).map(({ at }, index) => at - (part[index]?.at ?? at)));
  const memoryMb = median(part.map((sample) => sample.memoryMb));
  const descriptors = median(part.map((sample) => sample.descriptors));
  console.log(
    `  ${name}: ${turnMs.toFixed(0)} ms per turn, ${memoryMb.toFixed(0)} MB, ${descriptors} descriptors`,
  );
  return { turnMs, memoryMb, descriptors };
}

const model = await startModel(() => onRequest());
const place = createPlace(model.url, mark, Number(values.hooks));
const before = ownDescriptors();
try {
  for (let run = 0; run < Number(values.runs); run++) await short(place, 1, `run ${run + 1}`);
  console.log(`${values.runs} runs in a row: median ${median(times).toFixed(0)} ms each`);
  times.length = 0;
  await short(place, Number(values["at-once"]), "at once");
  console.log(`${values["at-once"]} runs at once: ${median(times).toFixed(0)} ms together`);

  const turns = Number(values.turns);
  const samples = await long(place, turns);
  console.log(`one session of ${samples.length} turns with ${values.hooks} hooks each:`);
  if (samples.length !== turns) problems.push(`${samples.length} turns, expected ${turns}`);
  const tenth = tenthOf(samples.length);
  const first = describe("start", samples.slice(tenth, 2 * tenth));
  const last = describe("end  ", samples.slice(-tenth));
  if (last.descriptors > first.descriptors + 2)
    problems.push(`descriptors grow from ${first.descriptors} to ${last.descriptors}`);
  const [heapAtStart = Number.NaN, heapAtEnd = Number.NaN] = place.heapsMb();
  console.log(
    `  in use without garbage: ${heapAtStart.toFixed(1)} MB at the start, ${heapAtEnd.toFixed(1)} MB at the end`,
  );
  if (!(heapAtEnd - heapAtStart <= maxGrowthMb))
    problems.push(`memory in use grows by more than ${maxGrowthMb} MB`);

  for (const { command } of await leftAfter(mark, 2000, () => true))
    problems.push(`a process is left: ${command}`);
  // Connections that the model keeps open for a moment are not left over.
  model.close();
  await new Promise((resolve) => setImmediate(resolve));
  if (ownDescriptors() > before) problems.push(`${ownDescriptors() - before} descriptors are left`);
} finally {
  model.close();
  place.remove();
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "no failure" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
