import type { Kept } from "./check-transcript.ts";
import { lostRecords, readKept } from "./check-transcript.ts";
import { continueSession } from "./continue-session.ts";
import { leftAfter, type MarkedProcess, markedProcesses } from "./marked-processes.ts";
import { isBackground, isStep } from "./scripted-session.ts";
import { createWorkplace, type StartedRun, scripted, type Workplace } from "./workplace.ts";

/** How long the last undisturbed session took: the load of the machine changes. */
export interface Timing {
  startUpMs: number;
  workMs: number;
}

/** The result of one session that was killed and continued. */
export interface Round {
  /** The last record in the transcript at each kill. */
  readonly killedAt: readonly string[];
  /** Sessions that ended before they could be killed. */
  readonly missed: number;
  readonly torn: number;
  readonly problems: readonly string[];
}

/** How long processes of a killed host may take to end by themselves. */
const patienceMs = 5000;

/**
 * One session: killed with SIGKILL at a random moment, sometimes killed again while it is continued, and then
 * continued until it completes.
 */
export async function playRound(
  name: string,
  random: () => number,
  timing: Timing,
): Promise<Round> {
  const place = createWorkplace();
  const killedAt: string[] = [];
  const problems: string[] = [];
  const marks: string[] = [];
  const ends: string[] = [];
  let torn = 0;
  try {
    const kills = random() < 0.3 ? 2 : 1;
    for (let kill = 1; kill <= kills; kill++) {
      const mark = `${name}-${kill}`;
      marks.push(mark);
      const { kept, ended } = await startAndKill(place, mark, random, timing, problems);
      ends.push(ended);
      if (ended === "killed") killedAt.push(lastOf(kept));
      if (kept?.torn) torn += 1;
    }
    // A session that completed has already reported the earlier ones.
    const left = marks
      .slice(ends.lastIndexOf("by itself") + 1)
      .flatMap((mark) => markedProcesses(mark))
      .filter(({ command }) => isBackground(command));
    problems.push(...(await continueSession(place, `${name}-continued`, left)));
  } finally {
    for (const { pid } of marks.flatMap((mark) => markedProcesses(mark))) end(pid);
    place.remove();
  }
  const missed = ends.length - killedAt.length;
  return { killedAt, missed, torn, problems: problems.map((problem) => `${name}: ${problem}`) };
}

async function startAndKill(
  place: Workplace,
  mark: string,
  random: () => number,
  timing: Timing,
  problems: string[],
): Promise<{ readonly kept: Kept | undefined; readonly ended: "killed" | "by itself" }> {
  const before = place.transcripts().length;
  const continueFlag = before > 0 ? ["--continue"] : [];
  const run = place.start(mark, [...scripted, ...continueFlag, "-p", "Do all of the work."]);
  const { killed, workMs } = await killSomewhere(run, random, timing);
  if (!killed && before === 0) timing.workMs = workMs;
  const { code, stderr } = await run.ended;
  if (!killed && code !== 0) problems.push(`it ended with ${code}: ${stderr}`);
  const files = place.transcripts();
  if (files.length > 1) problems.push(`${files.length} transcripts of one session`);
  const kept = files[0] === undefined ? undefined : readKept(files[0]);
  problems.push(...(kept?.problems ?? []), ...lostRecords(run.lines, kept?.records ?? []));
  const left = killed ? await leftAfter(mark, patienceMs, mustGo) : markedProcesses(mark);
  problems.push(...left.map(({ pid, command }) => `left behind: ${pid} ${command}`));
  return { kept, ended: killed ? "killed" : "by itself" };
}

/** Kills it, sometimes during its start, otherwise at any moment. Returns whether it was alive, and how long it had run. */
async function killSomewhere(
  { child, lines, ended }: StartedRun,
  random: () => number,
  timing: Timing,
): Promise<{ readonly killed: boolean; readonly workMs: number }> {
  const early = random() < 0.1;
  const share = random();
  const over = ended.then(() => "over" as const);
  if (!early) {
    const begun = async () => {
      while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    await Promise.race([begun(), over]);
  }
  const start = performance.now();
  const delay = share * (early ? timing.startUpMs : timing.workMs);
  const first = await Promise.race([
    over,
    new Promise<"now">((resolve) => setTimeout(() => resolve("now"), delay)),
  ]);
  const killed = first === "now" && child.pid !== undefined;
  if (killed) end(-child.pid);
  return { killed, workMs: early ? timing.workMs : performance.now() - start };
}

/** All but the command that is meant to run for ever. */
const mustGo = ({ command }: MarkedProcess): boolean => !isBackground(command) && !isStep(command);

function lastOf(kept: Kept | undefined): string {
  const last = kept?.records.at(-1);
  if (!last) return "nothing";
  return [last["type"], last["subtype"]].filter(Boolean).join(" ");
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
