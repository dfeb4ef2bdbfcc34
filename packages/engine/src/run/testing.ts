import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { EventName } from "@snaphook/protocol";
import { onTestFinished } from "vitest";
import { heldClock } from "../../../../scripts/testing/held-clock.ts";
import { createHooks } from "../engine.ts";
import type { Hooks, HooksOptions } from "../hooks.ts";
import type { HookRun } from "../stages/hook-run.ts";

type Handler = Readonly<Record<string, unknown>> & { readonly command: string };
interface Group {
  readonly matcher?: string;
  readonly sequential?: boolean;
  readonly hooks: readonly Handler[];
}
type Events = Readonly<Partial<Record<EventName, readonly Group[]>>>;

/** A folder with a project and a home in which the user's settings have the given hooks. */
export function folderWith(events: Events, settings: object = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "run-")));
  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text, { mode: 0o755 });
    return at(name);
  };
  mkdirSync(at("project"));
  const hooks = Object.fromEntries(
    Object.entries(events).map(([event, groups]) => [event, groups.map(withType)]),
  );
  write("home/.claude/settings.json", JSON.stringify({ ...settings, hooks }));
  const options = {
    cwd: at("project"),
    home: at("home"),
    managedFile: at("managed.json"),
    sessionId: "session-1",
    sessionFolder: at("session"),
  };
  return { folder, at, write, options };
}

const withType = ({ hooks, ...group }: Group) => ({
  ...group,
  hooks: hooks.map((handler) => ({ type: "command", timeout: 30, ...handler })),
});

/** The engine on such a folder, closed when the test has finished, and every run that has ended. */
export async function hooksWith(events: Events, more: Partial<HooksOptions> = {}) {
  const world = folderWith(events);
  const hooks: Hooks = await createHooks({ ...world.options, ...more });
  await until(() => hooks.config.runner().state !== "starting");
  const runs: HookRun[] = [];
  hooks.on((progress) => {
    if ("run" in progress) runs.push(progress.run);
  });
  onTestFinished(async () => void (await hooks.close()));
  return { ...world, hooks, runs };
}

/** The engine on a clock that the test moves; when the test has finished, time passes by itself so that it can be closed. */
export async function hooksOnHeldClock(events: Events) {
  const clock = heldClock();
  const world = await hooksWith(events, { clock });
  onTestFinished(clock.release);
  return { ...world, clock };
}

/** Hooks on PreToolUse, each a command. */
export const before = (...commands: readonly (string | Handler)[]): Events => ({
  PreToolUse: [
    { hooks: commands.map((command) => (typeof command === "string" ? { command } : command)) },
  ],
});

/** The input of PreToolUse. */
export const call = (tool_name = "Bash", tool_input: object = { command: "ls" }) => ({
  tool_name,
  tool_input,
  tool_use_id: "call_1",
});

/** Waits until a check returns a value; the test's time limit ends the wait. */
export async function until<Value>(look: () => Value | undefined | false | ""): Promise<Value> {
  for (;;) {
    const value = look();
    if (value) return value;
    await wait(10);
  }
}

/** What a hook wrote to a file, once it has. */
export const written = (file: string): Promise<string> =>
  until(() => existsSync(file) && readFileSync(file, "utf8").trim());

/** The pid in a file, once it is there. */
export const pidIn = async (file: string): Promise<number> => Number(await written(file));

/** Whether a process runs; one that has exited and was not waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/**
 * Starts a separate host process that runs some JavaScript, which can use
 * `createHooks`, `options` and `call`, after some shell commands. Returns how it
 * ended and what it printed.
 */
export function startHost(world: ReturnType<typeof folderWith>, body: string, before = "true") {
  const engine = join(import.meta.dirname, "../engine.ts");
  const file = world.write(
    "host.mjs",
    `import { statSync } from "node:fs";
import { createHooks as open } from ${JSON.stringify(engine)};
const createHooks = async (options) => {
  const hooks = await open(options);
  await until(() => hooks.config.runner().state !== "starting");
  return hooks;
};
const options = ${JSON.stringify(world.options)};
const call = ${JSON.stringify(call())};
const at = (name) => ${JSON.stringify(`${world.folder}/`)} + name;
const until = async (look) => { while (!look()) await new Promise((done) => setTimeout(done, 10)); };
const isWritten = (name) => statSync(at(name), { throwIfNoEntry: false })?.size > 0;
const there = (...names) => until(() => names.every(isWritten));
${body}`,
  );
  const command = [process.execPath, "--conditions=workspace-source", file];
  const child = spawn("/bin/sh", ["-c", `${before}; exec "$@"`, "sh", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    texts.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    texts.stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; signal: string | null } & typeof texts>(
    (resolve) => child.on("close", (code, signal) => resolve({ code, signal, ...texts })),
  );
  return { child, ended };
}
