import { isObject } from "@snaphook/engine/internal";
import { emptyFrontMatter, readFrontMatter, textOf } from "../read-front-matter.ts";
import { splitFrontMatter } from "../split-front-matter.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { readAgentFields } from "./agent-fields.ts";

interface ParsedAgent {
  readonly agent: Omit<AgentDefinition, "source" | "file">;
  readonly hasHooks: boolean;
  /** Why it must not be used: its hooks or limits cannot be read. */
  readonly refused?: string;
  readonly problems: readonly string[];
}

const lineKeys = ["name", "description", "tools", "disallowedTools", "model", "permissionMode"];

/** Hooks, and limits that are more than a line of names. */
const unreadableInLines =
  /^[ \t]*(?:\{[ \t]*|\? )?["']?(?:hooks["']?[ \t]*:|(?:(?:disallowedT|t)ools|permissionMode)["']?[ \t]*:[ \t]*(?:[^\w"']|\r?$))/m;

/** Reads a file of an agent: front matter, and its system prompt below it. */
export async function parseAgentFile(text: string, fallbackName: string): Promise<ParsedAgent> {
  const { front, body } = splitFrontMatter(text);
  const isOpen = front === undefined && /^---[ \t]*\r?\n/.test(text);
  const { values, problems } = isOpen
    ? { values: {}, problems: ["the front matter is not closed: the second --- line is missing"] }
    : front === undefined
      ? emptyFrontMatter
      : await readFrontMatter(front, lineKeys);
  const isUnsafe = problems.length > 0 && unreadableInLines.test(front ?? text);
  const read = readAgentFields(values);
  return {
    agent: {
      name: textOf(values["name"]) ?? fallbackName,
      description: textOf(values["description"]) ?? "",
      prompt: body.trim(),
      ...read.fields,
    },
    hasHooks: values["hooks"] !== undefined,
    ...(isUnsafe && {
      refused: `its hooks or tools cannot be read, because ${problems.join("; ")}`,
    }),
    problems: [...problems, ...read.problems],
  };
}

interface ParsedFlag {
  readonly agents: readonly AgentDefinition[];
  readonly hooks: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

/** `--agents`: an object of agents by name. Throws an error whose message says what is wrong. */
export function parseAgentsFlag(text: string): ParsedFlag {
  const expected = 'expected JSON such as {"reviewer": {"description": "…", "prompt": "…"}}';
  const agents = jsonOf(text, expected);
  if (!isObject(agents)) throw new Error(`found ${text}; ${expected}`);
  const parsed = Object.entries(agents).map(([name, values]) => {
    if (!isObject(values)) throw new Error(`${name} is not an object; ${expected}`);
    const prompt = textOf(values["prompt"]);
    if (prompt === undefined)
      throw new Error(`${name} has no prompt, which is what it is told to be; ${expected}`);
    const { fields, problems } = readAgentFields({ ...values });
    const description = textOf(values["description"]) ?? "";
    const agent: AgentDefinition = { name, description, prompt, source: "flag", ...fields };
    return { agent, hooks: values["hooks"], problems: problems.map((one) => `${name}: ${one}`) };
  });
  return {
    agents: parsed.map(({ agent }) => agent),
    hooks: Object.fromEntries(
      parsed.flatMap(({ agent, hooks }) => (hooks === undefined ? [] : [[agent.name, hooks]])),
    ),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

function jsonOf(text: string, expected: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${(error as Error).message}; ${expected}`);
  }
}
