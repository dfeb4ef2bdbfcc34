import { splitRules } from "@snaphook/engine/rules";
import { emptyFrontMatter, lineOf, readFrontMatter, textOf } from "../read-front-matter.ts";
import { splitFrontMatter } from "../split-front-matter.ts";
import { defaultAgent } from "../subagents/agent-definition.ts";

export interface ParsedCommand {
  /** Only skills have their name in the file. */
  readonly ownName: string | undefined;
  readonly description: string | undefined;
  readonly argumentHint: string | undefined;
  readonly allowedTools: readonly string[] | undefined;
  readonly model: string | undefined;
  readonly forModel: boolean;
  readonly hasHooks: boolean;
  readonly forkAgent: string | undefined;
  readonly body: string;
  /** What its author should know. */
  readonly problems: readonly string[];
}

/** Reads a command file. Front matter that is not YAML is reported and read line by line. */
export async function parseCommand(text: string): Promise<ParsedCommand> {
  const { front, body } = splitFrontMatter(text);
  const { values, problems } =
    front === undefined ? emptyFrontMatter : await readFrontMatter(front, keys, hintLine);
  const isFork = values["context"] === "fork";
  return {
    ownName: textOf(values["name"]),
    description: textOf(values["description"]),
    argumentHint: front === undefined ? undefined : lineOf(front, hintLine),
    allowedTools: toolsOf(values["allowed-tools"]),
    model: textOf(values["model"]),
    forModel: String(values["disable-model-invocation"]) !== "true",
    hasHooks: values["hooks"] !== undefined,
    forkAgent: isFork ? (textOf(values["agent"]) ?? defaultAgent) : undefined,
    body,
    problems: [...problems, ...unsupportedSyntax(body)],
  };
}

/**
 * Hints such as `[file] [reason]` are not YAML, and `[file]` would be a list, so the line itself is the
 * value.
 */
const hintLine = /^argument-hint[ \t]*:[ \t]*(.*)$/m;

const keys = [
  ...["name", "description", "allowed-tools", "model"],
  ...["disable-model-invocation", "context", "agent"],
];

function toolsOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.filter((rule) => typeof rule === "string");
  return typeof value === "string" ? splitRules([value]) : undefined;
}

/** Other hosts insert these files; here the model sees the text unchanged. */
function unsupportedSyntax(body: string): readonly string[] {
  return /(?:^|\s)@[\w~./-]/.test(body)
    ? ["@file is not supported: the file is not inserted, and the model sees the text unchanged"]
    : [];
}
