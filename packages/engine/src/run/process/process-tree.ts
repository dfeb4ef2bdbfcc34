import { hasMarker, type ProcessFacts, readProcessTable } from "./process-table.ts";

/** How the processes of a run are recognised (P10). */
export interface TreeMark {
  /** The first process, the leader of a separate group and session. */
  readonly pid: number;
  /** A variable that all processes of the run inherit, and a word in its value that is unique to the run. */
  readonly marker: readonly [name: string, word: string];
  /** Whether the first process was not waited for yet: until then its pid cannot be reused. */
  readonly isHeld: () => boolean;
}

/** All processes of a run, wherever they went. */
export interface ProcessTree {
  /** Those that are alive. */
  members(table?: readonly ProcessFacts[]): readonly number[];
  /** Sends a signal to each of them once; returns their pids. */
  signal(signal: NodeJS.Signals, table?: readonly ProcessFacts[]): readonly number[];
}

/**
 * Finds the processes of a run: members of its group or session, their
 * descendants, and all processes with the run's marker, so that a child in a
 * separate session is found too.
 *
 * The id of a group may be reused once our last process is gone. So the group is
 * used only while it is certainly ours: its leader was not waited for, or a member
 * has the marker or was found before and is still the same process.
 *
 * Reads /proc. Without it only the group is known, and a child in a separate
 * session is not found.
 */
export function processTree(mark: TreeMark): ProcessTree {
  const { pid: leader, marker, isHeld } = mark;
  /** Start times of those found so far, by pid. */
  const known = new Map<number, number>();
  /** When the run began; older processes do not belong to it. */
  let since = 0;

  const inGroup = ({ group, session }: ProcessFacts) => group === leader || session === leader;
  const isOurs = ({ pid, started }: ProcessFacts) =>
    known.get(pid) === started || (started >= since && hasMarker(pid, ...marker));

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
      // The group as a whole, so that a process that is just being forked gets it too; then those outside.
      if (found.some(({ group }) => group === leader)) send(-leader, signal);
      for (const { pid, group } of found) if (group !== leader) send(pid, signal);
      return found.map(({ pid }) => pid);
    },
  };
}

/** Whether the signal reached a process; it is fine if the process is gone. */
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
