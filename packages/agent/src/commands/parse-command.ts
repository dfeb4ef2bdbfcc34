import { isObject, yamlProblem } from "@snaphook/engine/internal";
import { splitRules } from "@snaphook/engine/rules";
import { splitFrontMatter } from "../split-front-matter.ts";

/** More than any front matter needs; YAML takes long to parse. */
const maxFrontMatterLength = 64 * 1024;

export interface ParsedCommand {
  readonly description: string | undefined;
  readonly argumentHint: string | undefined;
  readonly allowedTools: readonly string[] | undefined;
  readonly model: string | undefined;
  readonly body: string;
  /** What its author should know. */
  readonly problems: readonly string[];
}

/** Reads a command file. Front matter that is not YAML is reported and read line by line. */
export async function parseCommand(text: string): Promise<ParsedCommand> {
  const { front, body } = splitFrontMatter(text);
  const { values, problems } = front === undefined ? emptyFront : await readFront(front);
  return {
    description: textOf(values["description"]),
    argumentHint: front === undefined ? undefined : lineOf(front, hintLine),
    allowedTools: toolsOf(values["allowed-tools"]),
    model: textOf(values["model"]),
    body,
    problems: [...problems, ...unsupportedSyntax(body)],
  };
}

type Values = Readonly<Record<string, unknown>>;
const emptyFront: { readonly values: Values; readonly problems: readonly string[] } = {
  values: {},
  problems: [],
};

/**
 * Hints such as `[file] [reason]` are not YAML, and `[file]` would be a list, so the line itself is the
 * value.
 */
const hintLine = /^argument-hint[ \t]*:[ \t]*(.*)$/m;

async function readFront(front: string): Promise<typeof emptyFront> {
  const { parse } = await import("yaml");
  try {
    if (front.length > maxFrontMatterLength) throw new Error("it is longer than 64 KB");
    const values: unknown = parse(front.replace(hintLine, ""), { maxAliasCount: 0 });
    return isObject(values) ? { values: { ...values }, problems: [] } : emptyFront;
  } catch (error) {
    const reason = yamlProblem(error);
    return {
      values: Object.fromEntries(
        ["description", "allowed-tools", "model"].map((key) => [
          key,
          lineOf(front, new RegExp(`^${key}[ \\t]*:[ \\t]*(.*)$`, "m")),
        ]),
      ),
      problems: [`the front matter is not valid YAML and was read line by line: ${reason}`],
    };
  }
}

/** The value on a line, without its quotation marks. */
function lineOf(front: string, line: RegExp): string | undefined {
  const value = line.exec(front.slice(0, maxFrontMatterLength))?.[1]?.trim();
  const unquoted = /^(["'])(.*)\1$/.exec(value ?? "")?.[2] ?? value;
  return unquoted === "" ? undefined : unquoted;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

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
