import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";

export interface Run {
  /** Missing: `input` has the prompts. */
  readonly prompt?: string;
  /** What the scripted model answers; missing: the environment names another model. */
  readonly script?: unknown;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the command reads from stdin. */
  readonly input?: string;
  /** A program that drives the session: what it writes to stdin for a line of stdout; undefined: nothing. */
  readonly host?: (record: Readonly<Record<string, unknown>>) => object | undefined;
}

/** A project and a home in a temporary folder, in which sessions of the real command run. */
export function newPlace({ project }: { readonly project?: string } = {}) {
  const base = mkdtempSync(join(tmpdir(), "example-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  if (project !== undefined) cpSync(project, cwd, { recursive: true });
  const file = join(base, "script.json");
  return {
    cwd,
    home,
    has: (path: string) => existsSync(join(cwd, path)),
    write(path: string, content: object | string) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    },
    /** Runs a session that asks no questions, unless a flag says otherwise. */
    run({ prompt, script, flags = [], env = {}, input = "", host }: Run): Promise<Ended> {
      writeFileSync(file, JSON.stringify(script ?? []));
      const [program, ...words] = tested.command();
      const model = script === undefined ? [] : ["--model", `script:${file}`];
      const mode = flags.includes(modeFlag) ? [] : [modeFlag, "bypassPermissions"];
      const asked = ["-p", ...(prompt === undefined ? [] : [prompt])];
      const child = spawn(program, [...words, ...asked, ...model, ...mode, ...flags], {
        cwd,
        env: { PATH: tested.path, HOME: home, ...env },
      });
      if (host) driveBy(host, child.stdin, child.stdout);
      child.stdin[host ? "write" : "end"](input);
      let [stdout, stderr] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text) => {
        stdout += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text) => {
        stderr += text;
      });
      return new Promise((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (status) => resolve({ status, stdout, stderr }));
      });
    },
  };
}

/** Answers lines of stdout, and ends stdin at the result of the last turn. */
function driveBy(host: NonNullable<Run["host"]>, stdin: Writable, stdout: Readable): void {
  createInterface({ input: stdout }).on("line", (line) => {
    const record = JSON.parse(line);
    const answer = host(record);
    if (answer !== undefined) stdin.write(`${JSON.stringify(answer)}\n`);
    else if (record.type === "result") stdin.end();
  });
}

const modeFlag = "--permission-mode";

/** How a session ended. */
interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The last line of `lint` for a plugin, which counts what it found. */
export function lintPlugin(plugin: string): string {
  const { cwd, home } = newPlace();
  const [program, ...words] = tested.command();
  const env = { PATH: tested.path, HOME: home };
  const args = [...words, "lint", "--plugin-dir", plugin];
  const { stdout } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  return stdout.trim().split("\n").at(-1) ?? "";
}

/** Installs a plugin as Claude Code does, and enables it in the user's settings. */
export function install(place: ReturnType<typeof newPlace>, plugin: string, name: string): void {
  const plugins = join(place.home, ".claude/plugins");
  const installPath = join(plugins, "cache/examples", name);
  cpSync(plugin, installPath, { recursive: true });
  const entry = { scope: "user", installPath, version: "1.0.0" };
  const id = `${name}@examples`;
  place.write(join(plugins, "installed_plugins.json"), { version: 2, plugins: { [id]: [entry] } });
  place.write(join(place.home, ".claude/settings.json"), { enabledPlugins: { [id]: true } });
}

/** A turn of the model that runs a command. */
export const bash = (command: string) => [
  { tool: "Bash", input: { command, description: "a step" } },
];
