import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

type Fields = Readonly<Record<string, unknown>>;

/** A hook that started, is done (`PreToolUse-done`), or was ended from outside (`PreToolUse-killed`). */
export interface HookCall {
  readonly event: string;
  readonly name: string;
  /** Undefined while the hook is still reading it. */
  readonly input: Fields | undefined;
  /** What tells calls of one event apart: a source, a reason, a tool. */
  readonly detail: string | undefined;
  /** When it had read its input. */
  readonly atMs: number;
}

/** The calls that record.sh has written down, in the order in which they started. Ids of sessions are numbered: `id1`. */
export function readHookLog(folder: string): readonly HookCall[] {
  const ids = new Map<unknown, string>();
  const numbered = (input: Fields): Fields => {
    const id = ids.get(input["session_id"]) ?? `id${ids.size + 1}`;
    ids.set(input["session_id"], id);
    return { ...input, session_id: id };
  };
  return readText(join(folder, "order"))
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [event = "", name = "", pid = ""] = line.split(" ");
      const file = join(folder, `${name}-${pid}.json`);
      const read = parsed(readText(file));
      const input = read && numbered(read);
      return { event, name, input, detail: detailOf(input), atMs: timeOf(file) };
    });
}

const detailKeys = [
  "notification_type",
  "tool_name",
  "source",
  "reason",
  "trigger",
  "agent_type",
  "command_name",
];

function detailOf(input: Fields | undefined): string | undefined {
  const key = detailKeys.find((one) => typeof input?.[one] === "string");
  return key === undefined ? undefined : String(input?.[key]);
}

/** Whether a call is what a fact names: `Stop`, or `SessionStart(clear)`. */
export function isNamed({ event, detail }: HookCall, name: string): boolean {
  return name === event || name === `${event}(${detail})`;
}

const timeOf = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function parsed(text: string): Fields | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
