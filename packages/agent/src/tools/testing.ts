import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { processStarter, type Spawn, systemClock } from "@snaphook/engine/internal";
import { onTestFinished } from "vitest";
import type { Tool, ToolContext } from "./tool.ts";

/** A session in a new folder, which is removed when the test has finished. */
export function session({ spawn, ...more }: Partial<ToolContext> & { spawn?: Spawn } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tools-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, "project");
  mkdirSync(project);
  let cwd = project;
  const context: ToolContext = {
    cwd: () => cwd,
    changeDirectory(directory) {
      cwd = directory;
    },
    projectDirectory: project,
    home: join(folder, "home"),
    sessionFolder: join(folder, "session"),
    env: { PATH: process.env["PATH"], HOME: join(folder, "home") },
    environmentFiles: () => [],
    start: processStarter({ spawn, clock: more.clock }).start,
    clock: systemClock,
    memory: new Map(),
    ...more,
  };
  const at = (name: string) => join(project, name);
  return {
    context,
    project,
    at,
    write(name: string, content: string | Buffer) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
    read: (name: string) => readFileSync(at(name), "utf8"),
  };
}

/** Waits until the runner is ready, where it is used. */
export async function runnerReady(): Promise<void> {
  const processes = processStarter({});
  processes.prepare();
  while (processes.status().state === "starting") await wait(10);
}

/** A call as the loop makes it, without hooks: parsed, checked, run, and its text. */
export async function call(
  tool: Tool,
  input: unknown,
  context: ToolContext,
  signal: AbortSignal = new AbortController().signal,
) {
  const parsed = tool.parse(input, context);
  if (!parsed.ok) throw new Error(parsed.problem);
  const objection = await tool.check?.(parsed.input, context);
  if (objection !== undefined) throw new Error(objection);
  const response = await tool.run(parsed.input, context, signal);
  return { input: parsed.input, response, text: tool.text(response) };
}
