import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HookAgent, HookModel, McpCaller } from "@snaphook/engine";
import { type Clock, type Spawn, systemClock } from "@snaphook/engine/internal";
import { programOf } from "@snaphook/protocol";
import { discardedExit } from "../lint/discarded-exit-rule.ts";
import { breakScripts, ownScripts, replaceScript } from "./break-scripts.ts";
import type { FaultSubject } from "./fault-subject.ts";

/** How a hook is started while it is broken. */
export interface BrokenStart {
  readonly spawn?: Spawn;
  readonly clock?: Clock;
  readonly model?: HookModel;
  readonly agent?: HookAgent;
  readonly mcp?: McpCaller;
  /** Changes the hook itself; only for hooks that ask a server. */
  readonly handler?: (
    handler: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Called when the hook has run. */
  readonly close?: () => Promise<void>;
  /** The folder in which the event happens. */
  readonly cwd?: string;
}

/** One way in which a hook can break. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** `fails`: the hook gives no answer. `refuses`: the hook refuses, but something is in its way. */
  readonly kind: "fails" | "refuses";
  /** The hook itself runs, so an input is needed that it refuses. */
  readonly runsHook: boolean;
  /** Breaks the copy; a text says why this fault cannot happen to this hook. */
  apply(subject: FaultSubject): BrokenStart | string | Promise<BrokenStart | string>;
}

/** Runs a shell script instead of the hook. */
const instead =
  (script: string): Spawn =>
  (_program, _args, options): ChildProcess =>
    spawn("/bin/sh", ["-c", script], options);

/** Puts a fault into the scripts of a hook; a command without scripts is replaced as a whole. */
function breakHook(subject: FaultSubject, script: string): BrokenStart | string {
  if (breakScripts(subject, script)) return {};
  const ending = discardedExit(subject.hook, subject.code);
  return ending === undefined
    ? { spawn: instead(script) }
    : `"${ending}" in its command discards the exit code, and its script cannot be broken here`;
}

/** Runs the hook inside a shell script, which has it as `"$@"`. */
const around =
  (script: string): Spawn =>
  (program, args, options): ChildProcess =>
    spawn("/bin/sh", ["-c", script, "sh", program, ...args], options);

const replaced = (
  id: string,
  title: string,
  script: string,
  kind: Fault["kind"] = "fails",
): Fault => ({
  id,
  title,
  kind,
  runsHook: false,
  apply: (subject) => breakHook(subject, script),
});

const wrapped = (id: string, title: string, script: string): Fault => ({
  id,
  title,
  kind: "refuses",
  runsHook: true,
  apply: () => ({ spawn: around(script) }),
});

/** The limit of a hook may be ten minutes; in this fault it is short. */
export const shortLimit: Clock = {
  ...systemClock,
  after: (ms, callback, options) => systemClock.after(ms > 1500 ? 300 : ms, callback, options),
};

/** Files that shells read when they start. */
const profileFiles = [".profile", ".bashrc", ".bash_profile", ".zshrc", ".zshenv"];

const noScript = "it has no script in the project";

export const faults: readonly Fault[] = [
  {
    id: "script-missing",
    title: "its script is missing",
    kind: "fails",
    runsHook: false,
    apply(subject) {
      const scripts = ownScripts(subject);
      for (const { path } of scripts) rmSync(path);
      return scripts.length === 0 ? noScript : {};
    },
  },
  {
    id: "not-executable",
    title: "its script is not executable",
    kind: "fails",
    runsHook: false,
    apply(subject) {
      const own = ownScripts(subject);
      const direct = own.filter(({ interpreter }) => interpreter === undefined);
      for (const { path } of direct) chmodSync(path, 0o644);
      if (direct.length > 0) return {};
      return own.length === 0 ? noScript : "an interpreter reads its script";
    },
  },
  {
    id: "interpreter-missing",
    title: "its interpreter is not installed",
    kind: "fails",
    runsHook: false,
    apply: (subject) => {
      const gone = join(subject.scratch.base, "no-such-interpreter");
      const own = ownScripts(subject);
      if (own.length > 0 && own.every(({ interpreter }) => interpreter === undefined)) {
        for (const { path } of own) replaceScript(path, `#!${gone}\n`);
        return {};
      }
      return programOf(subject.hook.handler)?.args === undefined
        ? breakHook(subject, `echo 'not found' >&2; exit 127`)
        : { spawn: (_program, args, options) => spawn(gone, args, options) };
    },
  },
  replaced("exit-1", "it exits with 1", "echo crashed >&2; exit 1"),
  replaced("exit-2-silent", "it exits with 2 and says nothing", "exit 2", "refuses"),
  replaced("killed", "it is killed", "kill -KILL $$"),
  {
    id: "past-limit",
    title: "it runs past its limit",
    kind: "fails",
    runsHook: false,
    apply(subject) {
      const start = breakHook(subject, "exec sleep 60");
      return typeof start === "string" ? start : { ...start, clock: shortLimit };
    },
  },
  replaced(
    "flood",
    "it prints 2 MB before its answer ends",
    `printf '{"reason":"'; head -c 2000000 /dev/zero | tr '\\0' x; printf '"}'`,
  ),
  replaced(
    "wrong-answer",
    "it answers with a word that does not exist",
    `echo '{"decision":"refuse"}'`,
  ),
  wrapped("not-utf-8", "its answer has bytes that are not UTF-8", `printf '\\377\\376'; "$@"`),
  wrapped(
    "noise",
    "its answer has other text around it",
    `echo 'loading'; "$@"; code=$?; echo 'done'; exit $code`,
  ),
  wrapped("two-answers", "it prints two answers", `"$@"; code=$?; echo '{}'; exit $code`),
  wrapped("stdout-held", "a child of it keeps stdout open", `"$@"; code=$?; sleep 30 & exit $code`),
  replaced(
    "stdin-ignored",
    "it refuses without reading its input",
    "echo no >&2; exit 2",
    "refuses",
  ),
  replaced(
    "closed-early",
    "it closes its input and output, then refuses",
    "exec <&- >&- 2>&-; exit 2",
    "refuses",
  ),
  {
    id: "other-folder",
    title: "the agent is in another folder",
    kind: "refuses",
    runsHook: true,
    apply: ({ scratch }) => ({ cwd: scratch.home }),
  },
  {
    id: "no-home",
    title: "HOME does not exist",
    kind: "refuses",
    runsHook: true,
    apply: ({ scratch }) => ({ env: { HOME: join(scratch.base, "no-home") } }),
  },
  {
    id: "noisy-profile",
    title: "the user's shell profile prints something",
    kind: "refuses",
    runsHook: true,
    apply({ scratch }) {
      for (const name of profileFiles)
        writeFileSync(join(scratch.home, name), "echo 'welcome back'\n");
      const file = join(scratch.home, ".bashrc");
      return { env: { BASH_ENV: file, ENV: file } };
    },
  },
];
