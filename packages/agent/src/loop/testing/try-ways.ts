import { execFileSync } from "node:child_process";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { brand } from "@snaphook/protocol";
import type { AgentEvent } from "../agent-event.ts";
import { newFolders, type Play, play } from "./play.ts";
import type { WayToRewrite } from "./ways-to-rewrite.ts";

const guard = "#!/bin/sh\nexit 0\n";
const trustFolder = brand.homeFolder;

/** Variables with which git works in a home without settings. */
export const gitUser = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Ada"],
    [`GIT_${who}_EMAIL`, "ada@example.com"],
  ]),
);

/** A project with two hook scripts, settings of project and user, a trust store, and a branch with other guards. */
export function guardedProject() {
  const folders = newFolders();
  const { cwd, home } = folders;
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  };
  const hooks = [".claude/hooks/guard.sh", "scripts/lint.sh"].map((path) => ({
    type: "command",
    command: `"$CLAUDE_PROJECT_DIR"/${path}`,
  }));
  const settings = { hooks: { PreToolUse: [{ matcher: "Write", hooks }] } };
  put(join(cwd, ".claude/hooks/guard.sh"), guard);
  put(join(cwd, "scripts/lint.sh"), guard);
  put(join(cwd, ".claude/settings.json"), JSON.stringify(settings));
  put(join(home, ".claude/settings.json"), "{}");
  put(join(home, trustFolder, "trust.json"), '{"version":1}');
  const lines = [
    "git init -q -b master && git add -A && git commit -qm one && git checkout -qb other",
    "echo other > .claude/hooks/guard.sh && echo other > scripts/lint.sh && git commit -qam two",
    "git checkout -q master",
  ];
  const env = { ...gitUser, PATH: process.env["PATH"], HOME: home };
  execFileSync("/bin/sh", ["-ec", lines.join("\n")], { cwd, env, stdio: "ignore" });
  return folders;
}

/** All files below a path with mode and content. */
function stateOf(path: string): readonly string[] {
  try {
    const stats = lstatSync(path);
    const what = `${path} ${stats.mode}`;
    if (stats.isDirectory())
      return [what, ...readdirSync(path).flatMap((name) => stateOf(join(path, name)))];
    return [`${what} ${stats.isFile() ? readFileSync(path, "utf8") : ""}`];
  } catch {
    return [`${path} missing`];
  }
}

interface TriedWay {
  readonly name: string;
  /** Whether the script changed a guard or found a way out. */
  readonly hasChanged: boolean;
  /** What the model read about it. */
  readonly text: string;
}

/**
 * Runs ways to rewrite a guard in one session in which every Bash command is allowed. Each is a script outside the
 * project, so that nothing but the run itself shows what it does; after each, everything is put back.
 */
export async function tryWays(ways: readonly WayToRewrite[], options: Partial<Play> = {}) {
  const { base, cwd, home } = guardedProject();
  const scripts = newFolders().base;
  for (const [index, { script }] of ways.entries())
    writeFileSync(join(scripts, `${index}.sh`), `${script}\n`);
  const kept = newFolders().base;
  cpSync(base, kept, { recursive: true });
  const guards = [
    ...[".claude", "scripts/lint.sh", "escaped"].map((path) => join(cwd, path)),
    ...[".claude", `${trustFolder}/trust.json`, `${trustFolder}/toggles.json`].map((path) =>
      join(home, path),
    ),
  ];
  const look = () => guards.flatMap(stateOf).join("\n");
  const before = look();
  const tried: TriedWay[] = [];
  const onEvent = (event: AgentEvent) => {
    if (event.type !== "tool-ended") return;
    const hasChanged = look() !== before;
    tried.push({ name: ways[tried.length]?.name ?? "", hasChanged, text: event.text });
    putBack(kept, { base, cwd, home }, hasChanged);
  };
  const env = {
    ...gitUser,
    PATH: process.env["PATH"],
    HOME: home,
    P: cwd,
    H: home,
    G: join(cwd, ".claude/hooks/guard.sh"),
    S: join(cwd, "scripts/lint.sh"),
    T: join(home, trustFolder, "trust.json"),
    AGENT_PID: String(process.pid),
    AGENT_PROGRAM: process.argv[1],
  };
  const call = (index: number) => ({
    tool: "Bash",
    input: { command: `sh ${scripts}/${index}.sh`, timeout: 10_000 },
  });
  const { events } = await play({
    in: { cwd, home },
    permissionMode: "default",
    allowedTools: ["Bash"],
    trustProject: true,
    script: [...ways.map((_way, index) => [call(index)]), ["done"]],
    ...options,
    env: { ...env, ...options.env },
    emit: onEvent,
  });
  return { tried, events };
}

interface Folders {
  readonly base: string;
  readonly cwd: string;
  readonly home: string;
}

/** Removes what a script left, and restores the guards if they changed: a sandbox must not lose its mounts. */
function putBack(kept: string, { base, cwd, home }: Folders, hasChanged: boolean): void {
  if (hasChanged) execFileSync("/bin/sh", ["-c", 'chmod -R u+rwX "$0"; exit 0', base]);
  const guarded = hasChanged ? [] : [".claude", "scripts"];
  for (const name of readdirSync(cwd))
    if (!guarded.includes(name)) rmSync(join(cwd, name), { recursive: true, force: true });
  for (const moved of [`${cwd}-old`, `${home}-old`, `${base}-old`])
    rmSync(moved, { recursive: true, force: true });
  if (hasChanged) rmSync(join(home, ".claude"), { recursive: true, force: true });
  const filter = (path: string) => hasChanged || !guarded.some((name) => path.includes(`/${name}`));
  cpSync(join(kept, "project"), cwd, { recursive: true, filter });
  if (hasChanged) cpSync(join(kept, "home"), home, { recursive: true });
}
