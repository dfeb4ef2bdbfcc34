import { resolve } from "node:path";
import type { ToolCallContent, ToolCallLocation, ToolKind } from "@agentclientprotocol/sdk";
import { isObject, shortLine } from "@snaphook/engine/internal";
import type { AgentRef } from "../../loop/agent-event.ts";

type Fields = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, ToolKind>> = {
  Read: "read",
  Edit: "edit",
  Write: "edit",
  NotebookEdit: "edit",
  Glob: "search",
  Grep: "search",
  WebSearch: "search",
  WebFetch: "fetch",
  Bash: "execute",
  EnterPlanMode: "switch_mode",
  ExitPlanMode: "switch_mode",
  Agent: "think",
  TaskCreate: "think",
  TaskUpdate: "think",
  TaskList: "think",
  TaskGet: "think",
};

interface Call {
  readonly name: string;
  readonly input: unknown;
}

interface CallDescription {
  readonly title: string;
  readonly kind: ToolKind;
  readonly locations: ToolCallLocation[];
  readonly content: ToolCallContent[];
  readonly rawInput: unknown;
}

/** A call as a client shows it. */
export function describeCall({ name, input }: Call, cwd: string, agent?: AgentRef) {
  const fields: Fields = isObject(input) ? input : {};
  const path = pathIn(fields);
  const description: CallDescription = {
    title: `${agent ? `[${agent.type}] ` : ""}${titleOf(name, fields)}`,
    kind: Object.hasOwn(kinds, name) ? (kinds[name] ?? "other") : "other",
    locations: path === undefined ? [] : [{ path: resolve(cwd, path), ...lineIn(fields) }],
    content: contentOf(fields, cwd),
    rawInput: input,
  };
  return description;
}

/** The first text of an input is what the call is about: a command, a path, a pattern. */
function titleOf(name: string, fields: Fields): string {
  const [subject = ""] = Object.values(fields).filter((value) => typeof value === "string");
  return `${name} ${shortLine(subject)}`.trimEnd();
}

function pathIn({ file_path, notebook_path, path }: Fields): string | undefined {
  return [file_path, notebook_path, path].find((value) => typeof value === "string");
}

const lineIn = ({ offset }: Fields) =>
  typeof offset === "number" && Number.isInteger(offset) && offset > 0 ? { line: offset } : {};

/** What a call is about to do: the change of a file, or a plan. */
function contentOf(fields: Fields, cwd: string): ToolCallContent[] {
  const { file_path, old_string, new_string, plan } = fields;
  if (typeof plan === "string") return [textContent(plan)];
  if (typeof file_path !== "string" || typeof new_string !== "string") return [];
  const path = resolve(cwd, file_path);
  return [diffContent(path, typeof old_string === "string" ? old_string : null, new_string)];
}

/** What a call has done: the change of a file, or its result. */
export function resultContent(text: string, response: unknown): ToolCallContent[] {
  const fields: Fields = isObject(response) ? response : {};
  const { filePath, oldString, newString, content, originalFile } = fields;
  if (typeof filePath === "string" && typeof newString === "string")
    return [diffContent(filePath, typeof oldString === "string" ? oldString : null, newString)];
  if (typeof filePath === "string" && typeof content === "string")
    return [diffContent(filePath, typeof originalFile === "string" ? originalFile : null, content)];
  return [textContent(fenced(text))];
}

export const diffContent = (
  path: string,
  oldText: string | null,
  newText: string,
): ToolCallContent => ({ type: "diff", path, oldText: oldText === "" ? null : oldText, newText });

export const textContent = (text: string): ToolCallContent => ({
  type: "content",
  content: { type: "text", text },
});

/** Clients show Markdown, and a result is not written as such. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return text.trim() === "" ? "" : `${fence}\n${text.trimEnd()}\n${fence}`;
}
