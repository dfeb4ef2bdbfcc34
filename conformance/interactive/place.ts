import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { terminalWorkplace } from "../../packages/cli/src/testing/terminal-workplace.ts";
import type { World } from "../../packages/cli/src/testing/workplace.ts";
import { brand } from "../../packages/protocol/src/brand.ts";
import { eventNames } from "../../packages/protocol/src/index.ts";
import { fill } from "../placeholders.ts";
import type { HookPlan, Session } from "./session.ts";

/** Events that few facts are about and that would be in the way of the others. */
const unusual = [
  "ConfigChange",
  "CwdChanged",
  "DirectoryAdded",
  "FileChanged",
  "InstructionsLoaded",
  "MessageDisplay",
  "Notification",
  "PostModelSwitch",
  "PreModelSwitch",
  "TeammateIdle",
  "WorktreeCreate",
  "WorktreeRemove",
];

const mcpServer = join(import.meta.dirname, "mcp-server.mjs");

export type Place = ReturnType<typeof makePlace>;

/** A home whose settings have a recording hook on every event, a project, and the session's files. */
export function makePlace(unfilled: Session, test: NonNullable<World["test"]>) {
  const place = terminalWorkplace({ test, columns: unfilled.columns ?? 120, rows: 45 });
  const { base, home, cwd } = place;
  const log = join(base, "hooks");
  mkdirSync(log);
  const recorder = join(log, "record.sh");
  copyFileSync(join(import.meta.dirname, "record.sh"), recorder);
  chmodSync(recorder, 0o755);
  const variables = {
    ...{ BASE: base, HOME: home, PROJ: cwd, HOOKS: log },
    PREFIX: brand.environmentPrefix,
    RECORD: `sh ${recorder}`,
  };
  const session = fill(unfilled, variables);
  const write = (file: string, content: unknown) => {
    const path = file.startsWith("~/") ? join(home, file.slice(2)) : join(cwd, file);
    if (content === null) rmSync(path, { force: true });
    else writeFile(path, content);
  };
  const hooks = hooksOf(session, { recorder, log });
  write("~/.claude/settings.json", { ...session.settings, hooks });
  writeFile(join(base, "script.json"), session.script);
  for (const [file, content] of Object.entries(session.files ?? {})) write(file, content);
  const server = join(base, "mcp.json");
  writeFile(server, { mcpServers: { fake: { command: process.execPath, args: [mcpServer] } } });
  const flags = [
    ...["--profile", "claude-code", ...(session.args ?? [])],
    ...(session.mcp ? ["--mcp-config", server] : []),
  ];
  return {
    ...place,
    session,
    log,
    write,
    /** Makes a file for which a hook, a tool or the model waits. */
    release: (file: string) => {
      for (const folder of [log, base, cwd]) writeFile(join(folder, file), "");
    },
    open: (args: readonly string[] = []) => place.open([...flags, ...args], session.env ?? {}),
  };
}

function hooksOf(
  { hooks = {}, record = [], ignore = [] }: Session,
  { recorder, log }: { readonly recorder: string; readonly log: string },
) {
  const usual = eventNames.filter((event) => !unusual.includes(event) && !ignore.includes(event));
  const events = new Set([...usual, ...record, ...Object.keys(hooks)]);
  const groupOf = (event: string, plan: HookPlan, index: number) => {
    const { does, matcher, with: more = {} } = typeof plan === "string" ? { does: plan } : plan;
    const name = index === 0 ? event : `${event}-${index}`;
    writeFileSync(join(log, `${name}.sh`), `${does}\n`);
    const command = `sh ${recorder} ${event} ${name}`;
    return {
      ...(matcher !== undefined && { matcher }),
      hooks: [{ type: "command", command, ...more }],
    };
  };
  return Object.fromEntries(
    [...events].map((event) => [
      event,
      [hooks[event] ?? ":"].flat().map((plan, index) => groupOf(event, plan, index)),
    ]),
  );
}

function writeFile(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}
