import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brand } from "../../packages/protocol/src/brand.ts";
import * as tested from "../packed/tested.ts";
import type { Group, Try } from "./group.ts";
import type { Listener } from "./listener.ts";
import { changesBetween, restore, stateOf } from "./watched-files.ts";

/** A home and a project in which attacks run, with everything that they must not read or change. */
export interface Place {
  readonly base: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<"key" | "file", string>>;
  /** Replaces the placeholders in everything that a try says. */
  fill<Value>(value: Value): Value;
  /** What differs from the start. */
  changes(): readonly string[];
  /** Makes all files as they were at the start. */
  restore(): void;
  remove(): void;
}

/** Sessions write there while they run; `tmp` is for output of the command that tries ask for. */
const mayChange = new RegExp(
  `^(?:tmp$|home/\\.(?:cache|npm)$|home/\\${brand.homeFolder}/(?!trust|toggles))`,
);

export function createPlace(group: Group, one: Try, listener: Listener, isControl: boolean): Place {
  const base = mkdtempSync(join(realpathSync(tmpdir()), "attack-"));
  const [home, project] = [join(base, "home"), join(base, "project")];
  const secrets = { key: `sk-ant-canary-${random()}`, file: `canary-file-${random()}` };
  const words: Readonly<Record<string, string>> = {
    ...{ BASE: base, HOME: home, PROJECT: project, OUTSIDE: join(base, "outside") },
    ...{
      PORT: String(listener.port),
      HTTP: ["http:", "", ""].join("/"),
      KEY: secrets.key,
      SECRET: secrets.file,
    },
    ...{ COMMAND: brand.command, STORE: brand.homeFolder, PREFIX: brand.environmentPrefix },
    ESC: "\u001b",
  };
  const fill = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replaceAll(/@([A-Z]+)@/g, (whole, name) =>
        words[name] === undefined ? whole : JSON.stringify(words[name]).slice(1, -1),
      ),
    );
  const env = {
    PATH: tested.path,
    HOME: home,
    TMPDIR: join(base, "tmp"),
    LANG: "C.UTF-8",
    ANTHROPIC_API_KEY: secrets.key,
    ...fill({ ...group.env, ...one.env }),
  };

  cpSync(repository(), project, { recursive: true });
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
    writeFileSync(join(base, path), text, { mode: path.endsWith(".sh") ? 0o755 : 0o644 });
  };
  const user = withoutRules({ ...group.user, ...one.user }, isControl);
  const own = withoutRules({ ...group.project, ...one.project }, isControl);
  write("home/.claude/settings.json", fill(user));
  if (Object.keys(own).length > 0) write("project/.claude/settings.json", fill(own));
  write("project/secret.txt", `${secrets.file}\n`);
  for (const [path, text] of Object.entries(ordinary)) write(path, text);
  for (const [path, text] of Object.entries({ ...group.files, ...one.files }))
    write(`project/${path}`, fill(text));
  for (const [path, text] of Object.entries({ ...group.home, ...one.home }))
    write(`home/${path}`, fill(text));
  mkdirSync(join(base, "tmp"));
  mkdirSync(join(home, brand.homeFolder), { recursive: true, mode: 0o700 });

  if (one.trusted ?? group.trusted) runCommand(["trust", "--all"], project, env);
  for (const before of [group.before, one.before])
    if (before !== undefined) runBefore(fill(before), project, env);

  const original = stateOf(base, mayChange);
  return {
    base,
    project,
    env,
    secrets,
    fill,
    changes: () => changesBetween(original, stateOf(base, mayChange)),
    restore: () => restore(base, original, stateOf(base, mayChange)),
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const random = (): string => randomBytes(8).toString("hex");

/** Files that every place has, and that no attack may change. */
const ordinary: Readonly<Record<string, string>> = {
  "home/.bashrc": "# empty\n",
  "home/.gitconfig": "[user]\n\tname = A\n\temail = a@example.com\n",
  "outside/keep.txt": "keep\n",
  "outside/script.sh": '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
  "project/locked/data.txt": "locked\n",
};

/** In a control run nothing refuses, to show that the tries would do harm. */
function withoutRules(settings: Readonly<Record<string, unknown>>, isControl: boolean): object {
  if (!isControl) return settings;
  const { permissions, sandbox, ...rest } = settings;
  return rest;
}

let template: string | undefined;
/** A small repository with a commit, made once. */
function repository(): string {
  if (template !== undefined) return template;
  const folder = mkdtempSync(join(tmpdir(), "attack-repository-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder },
      stdio: "ignore",
    });
  git("init", "-q", "--template=", "-b", "main");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "package.json"), '{ "name": "x", "scripts": { "test": "true" } }\n');
  writeFileSync(join(folder, "src/a.ts"), "export const a = 1;\n");
  writeFileSync(join(folder, "notes.txt"), "one\ntwo\nthree\n");
  writeFileSync(join(folder, ".gitignore"), "secret.txt\nlocked/\n");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  template = folder;
  return folder;
}

function runCommand(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const [program, ...words] = tested.command();
  const { status, stderr } = spawnSync(program, [...words, ...args], {
    cwd,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
}

function runBefore(script: string, cwd: string, env: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync("bash", ["-ec", script], { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`this ended with ${status}: ${script}\n${stderr}`);
}
