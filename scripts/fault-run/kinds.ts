/** One way in which a hook misbehaves. */
export interface Variant {
  readonly command: string;
  /** In seconds. */
  readonly timeout: number;
  /** How a run of it may end; `timedOut` is always possible on a busy machine. */
  readonly ends: readonly string[];
}

const family = "while :; do sleep 0.1; done";

/**
 * The kinds of fault, each with variants. Those that leave processes behind
 * outlive their limit: what a hook that exits by itself leaves is its own (P13).
 */
export const kinds: Readonly<Record<string, readonly Variant[]>> = {
  crash: [
    { command: "kill -SEGV $$", timeout: 1, ends: ["killed"] },
    { command: "cat >/dev/null; kill -KILL $$", timeout: 1, ends: ["killed"] },
    { command: "echo lost >&2; exit 134", timeout: 1, ends: ["exited"] },
    { command: "/no/such/program", timeout: 1, ends: ["exited"] },
  ],
  hang: [
    { command: "sleep 60", timeout: 0.2, ends: [] },
    { command: `trap '' TERM INT HUP; ${family}`, timeout: 0.3, ends: [] },
    { command: "kill -STOP $$", timeout: 0.2, ends: [] },
    { command: "exec 0<&-; exec sleep 60", timeout: 0.2, ends: [] },
  ],
  flood: [
    { command: "head -c 5000000 /dev/zero | tr '\\0' x", timeout: 1, ends: ["exited"] },
    { command: "while :; do echo flood; done", timeout: 0.2, ends: [] },
    { command: "exec cat /dev/zero >&2", timeout: 0.2, ends: ["killed"] },
  ],
  fork: [
    { command: "sleep 60 & sleep 60 & wait", timeout: 0.3, ends: [] },
    {
      command: `trap '' TERM; sh -c '${family}' & sh -c '${family}' & wait; ${family}`,
      timeout: 0.3,
      ends: [],
    },
    {
      command: "for i in 1 2 3 4 5; do (sleep 60 | sleep 60) & done; wait",
      timeout: 0.3,
      ends: [],
    },
  ],
  "double fork": [
    { command: "(setsid sleep 60 &); sleep 60", timeout: 0.3, ends: [] },
    {
      command: `(setsid sh -c 'trap "" TERM; ${family}' >/dev/null 2>&1 </dev/null &); sleep 60`,
      timeout: 0.3,
      ends: [],
    },
    { command: `trap "(setsid sleep 60 &)" TERM; ${family}`, timeout: 0.3, ends: [] },
  ],
  "early close": [
    { command: "exec 0<&- 1>&- 2>&-; sleep 0.05", timeout: 1, ends: ["exited"] },
    { command: "exit 0", timeout: 1, ends: ["exited"] },
    { command: "head -c 1 >/dev/null", timeout: 1, ends: ["exited"] },
    { command: "exec >&- 2>&-; sleep 60", timeout: 0.2, ends: [] },
  ],
  garbage: [
    { command: "head -c 20000 /dev/urandom", timeout: 1, ends: ["exited"] },
    { command: "printf '{\"hookSpecificOutput\": {'", timeout: 1, ends: ["exited"] },
    { command: "printf '{\"async\": 1}{}{]'; exit 7", timeout: 1, ends: ["exited"] },
    { command: "printf '\\303'; printf '\\000\\377' >&2; exit 1", timeout: 1, ends: ["exited"] },
  ],
  slow: [
    { command: "for i in 1 2 3 4; do sleep 0.05; echo $i; done", timeout: 1, ends: ["exited"] },
    {
      command: "while head -c 100000 | grep -q .; do sleep 0.01; done",
      timeout: 1,
      ends: ["exited"],
    },
    { command: "sleep 0.25", timeout: 0.3, ends: ["exited"] },
  ],
};

/** Every variant with the name of its tool, by which one dispatch reaches it alone. */
export const tools = Object.entries(kinds).flatMap(([kind, variants]) =>
  variants.map((variant, index) => ({
    ...variant,
    kind,
    tool: `${kind.replaceAll(" ", "_")}_${index}`,
  })),
);

/** User settings with a hook for each of them. */
export const settings = {
  hooks: {
    Stop: [{ hooks: [{ type: "command", command: "exit 0" }] }],
    PreToolUse: tools.map(({ tool, command, timeout }) => ({
      matcher: tool,
      hooks: [{ type: "command", command, timeout }],
    })),
  },
};
