import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Scenario } from "./case.ts";
import { fill, type Variables } from "./placeholders.ts";

/** A place made for one case: an empty home, a git project, and the recorder hook. */
export interface Sandbox {
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  /** Where the recorder writes. */
  readonly log: string;
  /** The scenario with everything filled in. */
  readonly scenario: Scenario;
  readonly variables: Variables;
}

/** Makes the place, with the settings and files of a scenario whose model listens on a port. */
export function createSandbox(unfilled: Scenario, port: number): Sandbox {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "conformance-"));
  const [home, project, hooks] = [
    join(folder, "home"),
    join(folder, "project"),
    join(folder, "hooks"),
  ];
  for (const path of [home, join(hooks, "log"), join(hooks, "calls"), join(hooks, "actions")])
    mkdirSync(path, { recursive: true });
  execFileSync("git", ["init", "--quiet", project], {
    env: { PATH: process.env["PATH"], HOME: home },
  });
  const hook = installRecorder(hooks);
  const variables = {
    ...{ HOOK: hook, DIR: hooks, PROJ: project, HOME: home },
    ...{ BASE: folder, PORT: String(port) },
  };
  const scenario = fill(unfilled, variables);
  const { settings = {}, files = {}, homeFiles = {}, actions = {} } = scenario;
  write(join(home, ".claude/settings.json"), settings.user);
  write(join(project, ".claude/settings.json"), settings.project);
  write(join(project, ".claude/settings.local.json"), settings.local);
  for (const [id, action] of Object.entries(actions))
    write(join(hooks, "actions", `${id}.json`), JSON.stringify(action));
  for (const [file, content] of Object.entries(homeFiles)) write(join(home, file), content);
  for (const [file, content] of Object.entries(files)) {
    write(join(project, file), content);
    if (/\.(sh|mjs)$/.test(file)) chmodSync(join(project, file), 0o755);
  }
  return { folder, home, project, log: join(hooks, "log"), scenario, variables };
}

/** A script, so that commands in settings stay short; it uses this Node, whatever the PATH is. */
function installRecorder(folder: string): string {
  const [recorder, command] = [join(folder, "recorder.mjs"), join(folder, "hook")];
  copyFileSync(join(import.meta.dirname, "recorder.mjs"), recorder);
  const script = `#!/bin/sh\nexec "${process.execPath}" "${recorder}" "$@"\n`;
  writeFileSync(command, script, { mode: 0o755 });
  return command;
}

function write(path: string, content: unknown): void {
  if (content === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}
