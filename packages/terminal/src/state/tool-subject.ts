import { isAbsolute, relative } from "node:path";
import { cutLine } from "./short-text.ts";

type Input = Readonly<Record<string, unknown>>;
type SubjectOf = (input: Input, cwd: string) => string;

const text = (input: Input, key: string): string => {
  const value = input[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const field =
  (key: string): SubjectOf =>
  (input) =>
    text(input, key);

const path =
  (key: string): SubjectOf =>
  (input, cwd) =>
    shortPath(text(input, key), cwd);

const search: SubjectOf = (input, cwd) => {
  const folder = shortPath(text(input, "path"), cwd);
  return `${text(input, "pattern")}${folder === "" || folder === "." ? "" : ` in ${folder}`}`;
};

/** What the calls of a tool are about. Others are about the first text of their input. */
const subjects: Readonly<Record<string, SubjectOf>> = {
  Bash: field("command"),
  Read: path("file_path"),
  Write: path("file_path"),
  Edit: path("file_path"),
  NotebookEdit: path("notebook_path"),
  Glob: search,
  Grep: search,
  Agent: (input) => {
    const type = text(input, "subagent_type");
    return `${text(input, "description")}${type === "" ? "" : ` (${type})`}`;
  },
  WebFetch: field("url"),
  WebSearch: field("query"),
  Skill: (input) => [text(input, "skill"), text(input, "args")].join(" ").trim(),
  SendMessage: (input) => `to ${text(input, "to") || text(input, "recipient")}`,
  TaskCreate: field("subject"),
  TaskUpdate: (input) => [`#${text(input, "taskId")}`, text(input, "status")].join(" ").trim(),
  TaskGet: (input) => `#${text(input, "taskId")}`,
  AskUserQuestion: (input) => {
    const [first] = Array.isArray(input["questions"]) ? input["questions"] : [];
    return text((first ?? {}) as Input, "question");
  },
  ExitPlanMode: () => "",
};

const maxSubject = 2000;

/** What a call is about, in a few words. */
export function toolSubject(name: string, input: unknown, cwd: string): string {
  if (typeof input !== "object" || input === null) return "";
  const known = Object.hasOwn(subjects, name) ? subjects[name] : undefined;
  return cutLine((known ?? firstText)(input as Input, cwd), maxSubject);
}

const firstText: SubjectOf = (input) =>
  Object.values(input).find((value) => typeof value === "string") ?? "";

/** A path in the session's folder is shown from there. */
function shortPath(file: string, cwd: string): string {
  if (!isAbsolute(file) || cwd === "") return file;
  const from = relative(cwd, file);
  if (from === "") return ".";
  return from.startsWith("..") ? file : from;
}

/** `mcp__server__tool` is `server: tool`. */
export function toolTitle(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return server === undefined ? name : `${server}: ${tool}`;
}
