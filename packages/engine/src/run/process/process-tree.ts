import { carriesWord, type ProcessFacts, readProcessTable } from "./process-table.ts";

/** How the processes of a run are recognised (P10). */
export interface TreeMark {
  /** The first process; it leads a group and session of its own. */
  readonly pid: number;
  /** A variable that everything the run starts inherits, and a word in its value that is this run's alone. */
  readonly marker: readonly [name: string, word: string];
  /** Whether the first process was not waited for yet: until then nobody else can have its number. */
  readonly isHeld: () => boolean;
}

/** All processes of a run, wherever they went. */
export interface ProcessTree {
  /** Those that are alive. */
  members(table?: readonly ProcessFacts[]): readonly number[];
  /** Sends a signal to all of them, to each once; answers with those it was meant for. */
  signal(signal: NodeJS.Signals, table?: readonly ProcessFacts[]): readonly number[];
}

/**
 * Finds the processes of a run: members of its group or session, their
 * descendants, and whoever carries the run's marker, so that a child in a
 * session of its own is found too.
 *
 * The number of a group may belong to strangers once the last of ours has
 * gone. So the group counts only while it is certain to be ours: its leader is
 * held, or a member carries the marker or was found before and is still the
 * same process.
 *
 * Reads /proc. Where there is none, only the group can be reached: a child that
 * made a session of its own is not found.
 */
export function processTree(mark: TreeMark): ProcessTree {
  const { pid: leader, marker, isHeld } = mark;
  /** Start times of those found so far, by pid. */
  const known = new Map<number, number>();
  /** When the run began; nothing older is of it. */
  let since = 0;

  const inGroup = ({ group, session }: ProcessFacts) => group === leader || session === leader;
  const isOurs = ({ pid, started }: ProcessFacts) =>
    known.get(pid) === started || (started >= since && carriesWord(pid, ...marker));

  function find(table: readonly ProcessFacts[]): readonly ProcessFacts[] {
    const held = isHeld();
    if (held) since = table.find(({ pid }) => pid === leader)?.started ?? since;
    const found = new Set(table.filter(isOurs));
    if (held || [...found].some(inGroup)) for (const one of table) if (inGroup(one)) found.add(one);
    addDescendants(found, table);
    for (const { pid, started } of found) known.set(pid, started);
    return [...found].filter(({ pid, isZombie }) => !isZombie && pid !== process.pid);
  }

  return {
    members(table = readProcessTable()) {
      if (table.length === 0) return send(-leader, 0) ? [leader] : [];
      return find(table).map(({ pid }) => pid);
    },
    signal(signal, table = readProcessTable()) {
      if (table.length === 0) return send(-leader, signal) ? [leader] : [];
      const found = find(table);
      // The group as a whole, so that one who forks at this moment gets it too; then those outside.
      if (found.some(({ group }) => group === leader)) send(-leader, signal);
      for (const { pid, group } of found) if (group !== leader) send(pid, signal);
      return found.map(({ pid }) => pid);
    },
  };
}

/** Whether there was somebody to get it; one who is gone is what was wanted. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
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
