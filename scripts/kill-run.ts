// npm run kill-run -- --times 100 --seed 1: kills a scripted session with SIGKILL at a random moment and continues it.
// Every transcript must be readable, nothing that was printed may be lost, a provider must accept the conversation, and
// no process may be left. Otherwise it exits with 1.
//
// A killed host cannot end what it started. Hooks and commands that wait for it find their pipes closed and end. A
// command in the background keeps running, and the continued session reports its process.
import { parseArgs } from "node:util";
import { seededRandom } from "./fault-run/random.ts";
import { markedProcesses } from "./kill-run/marked-processes.ts";
import { playRound, type Round, type Timing } from "./kill-run/round.ts";
import { createWorkplace, scripted } from "./kill-run/workplace.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    "in-flight": { type: "string", default: "2" },
  },
});
const times = Number(values.times);
const started = performance.now();
const problems: string[] = [];

/** An undisturbed session: how long it takes, and that it leaves nothing. */
async function measure(): Promise<Timing> {
  const place = createWorkplace();
  const start = performance.now();
  const run = place.start(`${process.pid}-undisturbed`, [...scripted, "-p", "Do all of the work."]);
  const begun = Promise.withResolvers<number>();
  run.child.stdout?.once("data", () => begun.resolve(performance.now()));
  const { code, stderr } = await run.ended;
  const startUpMs = (await begun.promise) - start;
  const workMs = performance.now() - start - startUpMs;
  if (code !== 0) problems.push(`undisturbed it ends with ${code}: ${stderr}`);
  for (const { command } of markedProcesses(`${process.pid}-undisturbed`))
    problems.push(`left after a good end: ${command}`);
  place.remove();
  return { startUpMs, workMs };
}

const timing = await measure();
const random = seededRandom(Number(values.seed));
const rounds: Round[] = [];
let next = 1;
let killed = 0;
async function worker(): Promise<void> {
  while (killed < times && problems.length === 0) {
    const name = `${process.pid}-${next++}`;
    // Each has its own random numbers, so that the order in which they finish does not matter.
    const round = await playRound(name, seededRandom(random() * 2 ** 32), timing);
    rounds.push(round);
    killed += round.killedAt.length;
  }
}
await Promise.all(Array.from({ length: Number(values["in-flight"]) }, worker));

const killedAt = rounds.flatMap((round) => round.killedAt);
const counts = Object.entries(Object.groupBy(killedAt, (place) => place))
  .map(([place, ones]) => `  ${String(ones?.length).padStart(4)}  ${place}`)
  .join("\n");
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${rounds.length} sessions, killed ${killedAt.length} times, seed ${values.seed}, ${seconds} s
${rounds.reduce((sum, { missed }) => sum + missed, 0)} came to their end before the kill; an undisturbed one works for ${timing.workMs.toFixed(0)} ms
the last that was kept at each kill:
${counts}
torn last lines: ${rounds.reduce((sum, { torn }) => sum + torn, 0)}`);
problems.push(...rounds.flatMap((round) => round.problems));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
