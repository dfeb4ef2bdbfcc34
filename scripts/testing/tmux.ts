// A real terminal for tests and pictures: a program in a window of its own tmux server.
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Why tests in a terminal cannot run here; undefined if they can. */
export const terminalIsMissing: string | undefined =
  spawnSync("tmux", ["-V"]).status === 0 ? undefined : "tmux is missing: apt-get install tmux";

export interface TerminalOptions {
  /** A program and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** The whole environment of the program, besides what tmux sets. */
  readonly env: NodeJS.ProcessEnv;
  /** The path of the server's socket; its settings go beside it. */
  readonly socket: string;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Terminal {
  /** Presses keys by their tmux names: `Enter`, `Escape`, `C-c`, `BTab`, `Up`. In a dialog: when it takes keys. */
  press(...keys: readonly string[]): Promise<void>;
  /** The same, but the program reads all keys at once, as over a slow connection. */
  burst(...keys: readonly string[]): Promise<void>;
  /** Types a text as it is, and returns when its end is on the screen. */
  type(text: string): Promise<void>;
  /** Types a text and presses Enter. */
  submit(text: string): Promise<void>;
  /** Pastes a text, in brackets if the program asked for them. */
  paste(text: string): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** What is visible now. */
  screen(): Promise<string>;
  /** The same with the control sequences of its colours. */
  styledScreen(): Promise<string>;
  /** The same with all lines that were scrolled away. */
  history(): Promise<string>;
  /** Waits until the screen satisfies a condition; returns it. The error has the last screen. */
  until(what: string, holds: (screen: string) => boolean, limitMs?: number): Promise<string>;
  shows(text: string | RegExp, limitMs?: number): Promise<string>;
  hides(text: string | RegExp, limitMs?: number): Promise<string>;
  /** Waits until a dialog that has just opened takes keys. */
  takesKeys(): Promise<string>;
  /** Waits for the end of the program; returns its exit code. */
  exitCode(): Promise<number>;
  /** Whether the bell has rung since the start. */
  hasRung(): Promise<boolean>;
  /** Closes the terminal under the program, as a user who closes the window. */
  close(): Promise<void>;
}

/**
 * The window stays when the program ends, so that its last words and its exit code can be read. Without a line of tmux
 * that says so, which would scroll the first line away.
 */
const settings = `
set -g default-terminal tmux-256color
set -g history-limit 50000
set -g remain-on-exit on
set -gq remain-on-exit-format ''
set -g status off
set -g allow-passthrough on
`;

/** A dialog says this until keys answer it; keys are sent when a user would press them. */
const notYet = "Keys work in a moment";

const lookMs = 40;
const patienceMs = 15_000;

/** Starts a program in a terminal. The caller must call `close`. */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { words, cwd, env, socket, columns = 120, rows = 45 } = options;
  writeFileSync(`${socket}.conf`, settings);
  const tmux = async (...args: readonly string[]) =>
    (await run("tmux", ["-u", "-S", socket, "-f", `${socket}.conf`, ...args], { cwd, env })).stdout;
  const size = ["-x", String(columns), "-y", String(rows)];
  await tmux("new-session", "-d", ...size, "-c", cwd, "--", ...words);
  const display = async (format: string) => (await tmux("display-message", "-p", format)).trim();
  const screen = async () => readable(await tmux("capture-pane", "-p"));
  const look = async () => {
    const both = await tmux("display-message", "-p", "#{pane_dead}", ";", "capture-pane", "-p");
    return { isDead: both.startsWith("1"), shown: readable(both.slice(both.indexOf("\n") + 1)) };
  };
  const until: Terminal["until"] = async (what, holds, limitMs = patienceMs) => {
    const limit = AbortSignal.timeout(limitMs);
    for (;;) {
      const isLate = limit.aborted;
      const { isDead, shown } = await look();
      if (holds(shown)) return shown;
      if (isLate) throw new Error(`not in time: ${what}\n${shown}`);
      if (isDead) throw new Error(`the program ended: ${what}\n${shown}`);
      await delay(lookMs);
    }
  };
  /** A pane is dead when its terminal is closed; the process may be gone later, or the server has missed it and looks again. */
  const deadStatus = async () => {
    const facts = await display("#{pid},#{pane_dead_status},#{pane_dead_signal}");
    const [server, status, signal] = facts.split(",");
    if (status) return Number(status);
    if (signal) throw new Error(`the program was ended by signal ${signal}`);
    process.kill(Number(server), "SIGCHLD");
    return undefined;
  };
  const takesKeys = () => until("takes keys", (shown) => !shown.includes(notYet));
  const send = async (...args: readonly string[]) => {
    await takesKeys();
    await tmux("send-keys", ...args);
  };
  const type = async (text: string) => {
    const end = text.trimEnd().split("\n").at(-1)?.slice(-12) ?? "";
    const count = (shown: string) => shown.split(end).length;
    const before = count(await screen());
    await send("-l", "--", text);
    await until(`the typed text ${text}`, (shown) => count(shown) > before);
  };
  return {
    until,
    takesKeys,
    screen,
    type,
    burst: (...keys) => send(...keys),
    async press(...keys) {
      for (const key of keys) await send(key);
    },
    async submit(text) {
      await type(text);
      await send("Enter");
    },
    async paste(text) {
      await tmux("set-buffer", "--", text);
      await tmux("paste-buffer", "-p", "-r");
    },
    resize: async (x, y) => void (await tmux("resize-window", "-x", String(x), "-y", String(y))),
    styledScreen: () => tmux("capture-pane", "-e", "-p"),
    history: async () => readable(await tmux("capture-pane", "-p", "-S", "-")),
    shows: (text, limitMs) => until(`shows ${text}`, (shown) => contains(shown, text), limitMs),
    hides: (text, limitMs) => until(`hides ${text}`, (shown) => !contains(shown, text), limitMs),
    async exitCode() {
      const limit = AbortSignal.timeout(patienceMs);
      for (;;) {
        const { isDead, shown } = await look();
        const status = isDead ? await deadStatus() : undefined;
        if (status !== undefined) return status;
        if (limit.aborted) throw new Error(`the program did not end\n${shown}`);
        await delay(lookMs);
      }
    },
    hasRung: async () => (await display("#{window_bell_flag}")) === "1",
    async close() {
      // It fails if the server has ended by itself.
      await tmux("kill-server").catch(() => {});
    },
  };
}

const contains = (screen: string, text: string | RegExp): boolean =>
  typeof text === "string" ? screen.includes(text) : text.test(screen);

/** Lines without the spaces at their end, and without the empty ones below the last. */
const readable = (screen: string): string => screen.replace(/[ \t]+$/gm, "").trimEnd();
