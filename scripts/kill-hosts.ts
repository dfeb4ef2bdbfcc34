// npm run kill-hosts -- --dispatches 2000 --seed 1: fault runs through the runner, whose host is killed with SIGKILL at
// random moments, and so is the runner. Two seconds later nothing may be left; otherwise it exits with 1.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { processesWith } from "./fault-run/observer.ts";
import { seededRandom } from "./fault-run/random.ts";
import { waitedSince } from "./fault-run/waited.ts";

const { values } = parseArgs({
  options: {
    dispatches: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    "kill-runner": { type: "string", default: "0.01" },
  },
});
const total = Number(values.dispatches);
const random = seededRandom(Number(values.seed));
/** How long processes have to end after their host was killed. */
const patienceMs = 2000;
/** A host is killed after at most this many dispatches; one in four runs to its end. */
const maxPerHost = 150;

const folder = mkdtempSync(join(tmpdir(), "kill-hosts-"));
let [done, hosts, killed, worstMs] = [0, 0, 0, 0];
const problems: string[] = [];
const started = performance.now();
while (done < total) await runHost(hosts++);
rmSync(folder, { recursive: true, force: true });
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${done} dispatches in ${hosts} hosts, of which ${killed} were killed, in ${seconds} s, seed ${values.seed}; ` +
    `the last process was gone ${worstMs.toFixed(0)} ms after a kill`,
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function runHost(number: number): Promise<void> {
  const word = randomUUID();
  const count = 1 + Math.floor(random() * maxPerHost);
  const killAt = random() < 0.25 ? Number.POSITIVE_INFINITY : count * random();
  const script = join(import.meta.dirname, "fault-run.ts");
  const options = ["--progress", "--runner", "on", "--kill-runner", values["kill-runner"]];
  const run = ["--word", word, "--dispatches", String(count), "--seed", String(number)];
  const node = ["--expose-gc", "--conditions=workspace-source"];
  const child = spawn(process.execPath, [...node, script, ...options, ...run], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TMPDIR: folder },
  });
  let runner = 0;
  let seen = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const pid = /^done (\d+)$/.exec(line)?.[1];
    if (pid === undefined) return;
    seen++;
    runner = Number(pid) || runner;
    if (seen >= killAt) child.kill("SIGKILL");
  });
  const [errors, [code, signal]] = await Promise.all([
    text(child.stderr),
    new Promise<[number | null, string | null]>((resolve) =>
      child.on("exit", (...end) => resolve(end)),
    ),
  ]);
  done += seen;
  if (signal === "SIGKILL") {
    killed++;
    const at = performance.now();
    // On a busy machine the processes wait for a processor about as long as this one.
    const waited = waitedSince(process.pid);
    const passedMs = () => performance.now() - at - waited();
    const left = () => [...processesWith(word), ...(isAlive(runner) ? [`${runner} runner`] : [])];
    while (left().length > 0 && passedMs() < patienceMs) await wait(20);
    worstMs = Math.max(worstMs, passedMs());
    problems.push(...left().map((process) => `left by a killed host: ${process}`));
  } else if (code !== 0) problems.push(`host ${number} ended with ${code ?? signal}: ${errors}`);
}

/** A process that has exited and was not waited for has no directory. */
function isAlive(pid: number): boolean {
  return pid > 0 && existsSync(`/proc/${pid}/cwd`);
}
