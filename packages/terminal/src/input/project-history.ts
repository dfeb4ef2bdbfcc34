import { join, resolve } from "node:path";
import { type AgentOptions, projectSessions } from "@snaphook/agent";
import { homeFolder } from "@snaphook/engine/internal";
import { type HistoryFile, openHistory } from "./history-file.ts";

type Place = Pick<AgentOptions, "cwd" | "home" | "env" | "persistSession">;

/** The inputs of the project in which the session runs. Nothing is read or written if nothing of the session is kept. */
export function projectHistory(
  { cwd, home, env = process.env, persistSession = true }: Place,
  warn: (text: string) => void,
): HistoryFile {
  if (!persistSession) return { entries: [], add() {} };
  const folder = projectSessions({
    home: resolve(home ?? homeFolder(env["HOME"] || undefined)),
    cwd,
  });
  return openHistory(join(folder, "inputs.txt"), warn);
}
