import { realTarget } from "../../real-target.ts";
import { isClearedProcess } from "./cleared-process.ts";
import { groupHold } from "./group-hold.ts";
import { killStarting } from "./kill-starting.ts";
import {
  hasMarker,
  outputsOf,
  type ProcessFacts,
  readProcessTable,
  writesTo,
} from "./process-table.ts";
import { type Birth, currentEra } from "./recent-pids.ts";
import { send } from "./send.ts";

/** How the processes of a run are recognised (P10). */
export interface TreeMark {
  /** The first process, the leader of a separate group and session; `undefined` while it is not known. */
  readonly pid: number | undefined;
  /** A variable that all processes of the run inherit, and a word in its value that is unique to the run. */
  readonly marker: readonly [name: string, word: string];
  /** The pipes that the first process got as its output, as /proc names them. */
  readonly pipes: readonly string[];
  /** A folder for output: a file in it that a process of the run writes to is the run's own. */
  readonly outputFolder: string;
  /** Where the first process was started. */
  readonly cwd: string;
  /** Whether the first process still has its pid, so that the pid was not reused. */
  readonly isHeld: () => boolean;
}

/** All processes of a run, wherever they went. */
export interface ProcessTree {
  /** Those that are alive. */
  members(table?: readonly ProcessFacts[]): readonly number[];
  /** Sends a signal to each of them once; returns their pids. */
  signal(signal: NodeJS.Signals, table?: readonly ProcessFacts[]): readonly number[];
  /** Sends a signal to the group only, if it is certainly the run's; returns whether it was sent. */
  signalGroup(signal: NodeJS.Signals): boolean;
  /** The first process; all others are younger. */
  birth(): Birth | undefined;
}

/**
 * Finds the processes of a run: those with the run's marker, those that write to its pipes or files,
 * members of the groups and sessions of all these, and their descendants. So a child in a separate
 * session is found too. One that has nothing of these in common is found if it is a cleared process.
 *
 * The id of a group may be reused once our last process is gone. So the group is
 * used only while it is certainly ours: it had a member ever since its leader had its
 * pid, or a member has the marker or was found before and is still the same process.
 *
 * Reads /proc. Without it only the group is known, and a child in a separate
 * session is not found.
 */
export function processTree(mark: TreeMark): ProcessTree {
  const { marker } = mark;
  const isHeld = groupHold(mark);
  const era = currentEra();
  const birth = () => (mark.pid === undefined ? undefined : { pid: mark.pid, era });
  /** Start times of those found so far, by pid. */
  const known = new Map<number, number>();
  /** Start times of processes that certainly do not belong to the run, by pid. */
  const strangers = new Map<number, number>();
  /** The run's own files that its processes write to. */
  const files = new Set<string>();
  let realFolder: string | undefined;
  const folder = () => (realFolder ??= realTarget(mark.cwd));
  /** When the run began; older processes do not belong to it. */
  let since = 0;

  const inGroup = ({ group, session }: ProcessFacts) => group === mark.pid || session === mark.pid;
  const isOurs = (facts: ProcessFacts) => {
    const { pid, started, isZombie } = facts;
    if (known.get(pid) === started) return true;
    // A zombie has neither variables nor files.
    if (started < since || isZombie || strangers.get(pid) === started) return false;
    const marked = hasMarker(pid, ...marker);
    if (marked || writesTo(pid, [...mark.pipes, ...files])) return true;
    if (since > 0 && isClearedProcess(facts, folder())) return true;
    // Without any variable it may be about to start its program.
    if (marked === false) strangers.set(pid, started);
    return false;
  };
  const noteFiles = (pid: number) => {
    for (const output of outputsOf(pid))
      if (output.startsWith(`${mark.outputFolder}/`) && !files.has(output)) {
        files.add(output);
        strangers.clear();
      }
  };

  function find(table: readonly ProcessFacts[], held: boolean): readonly ProcessFacts[] {
    if (held) since = table.find(({ pid }) => pid === mark.pid)?.started ?? since;
    const found = new Set(table.filter(isOurs));
    if (held || [...found].some(inGroup)) for (const one of table) if (inGroup(one)) found.add(one);
    addSessions(
      found,
      table.filter(({ started }) => started >= since),
    );
    addDescendants(found, table);
    for (const { pid, started } of found) known.set(pid, started);
    return [...found].filter(({ pid, isZombie }) => !isZombie && pid !== process.pid);
  }
  const toGroup = (signal: NodeJS.Signals | 0): boolean =>
    mark.pid !== undefined && send(-mark.pid, signal);
  const leaderIf = (reached: boolean): readonly number[] =>
    reached && mark.pid !== undefined ? [mark.pid] : [];
  const signalGroup = (signal: NodeJS.Signals): boolean => {
    if (mark.pid === undefined || !isHeld()) return false;
    // While it is there: what else writes to them is found afterwards.
    noteFiles(mark.pid);
    return toGroup(signal);
  };

  return {
    members(table = readProcessTable([birth()])) {
      if (table === undefined) return leaderIf(toGroup(0));
      return find(table, isHeld()).map(({ pid }) => pid);
    },
    signal(signal, givenTable) {
      const held = isHeld();
      // The group first and as a whole: looking for the others takes time, in which it could fork.
      const reached = signalGroup(signal);
      const table = givenTable ?? readProcessTable([birth()]);
      if (table === undefined) return leaderIf(reached || toGroup(signal));
      const found = find(table, held);
      if (!reached && found.some(({ group }) => group === mark.pid)) toGroup(signal);
      for (const { pid, group } of found) if (group !== mark.pid) send(pid, signal);
      const pids = found.map(({ pid }) => pid);
      return signal === "SIGKILL" ? killStarting(isOurs, pids) : pids;
    },
    signalGroup,
    birth,
  };
}

/** A session is created by one process and inherited, so all its members are the run's if one is. */
function addSessions(found: Set<ProcessFacts>, candidates: readonly ProcessFacts[]): void {
  const sessions = new Set([...found].map(({ session }) => session));
  for (const one of candidates) if (sessions.has(one.session)) found.add(one);
}

function addDescendants(found: Set<ProcessFacts>, table: readonly ProcessFacts[]): void {
  const pids = new Set([...found].map(({ pid }) => pid));
  let before: number;
  do {
    before = found.size;
    for (const one of table)
      if (pids.has(one.parent) && !pids.has(one.pid)) {
        found.add(one);
        pids.add(one.pid);
      }
  } while (found.size > before);
}
