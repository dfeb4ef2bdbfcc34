import type { Diagnostic } from "@snaphook/engine";
import { readNamedFile } from "@snaphook/engine/internal";
import { type AgentProblem, type FindAgentsOptions, findAgents } from "./find-agents.ts";

/** What the agent would report about the files of agents, also those of a project that is not trusted. */
export async function lintAgents(
  options: Omit<FindAgentsOptions, "trustProject">,
): Promise<readonly Diagnostic[]> {
  const { problems, refused } = await findAgents({ ...options, trustProject: true });
  return [
    ...problems.map((problem) => diagnosticOf("warning", problem)),
    ...[...refused.values()].map((problem) => diagnosticOf("error", problem)),
  ];
}

function diagnosticOf(level: Diagnostic["level"], { file, message }: AgentProblem): Diagnostic {
  const [fact = "", ...advice] = message.split("; ");
  return {
    code: "agent-file",
    level,
    place: { file, line: lineOf(file, message), column: 1, path: "" },
    message: fact,
    advice: advice.length > 0 ? advice.join("; ") : "correct it or remove it",
  };
}

/** The line of the key that a message is about: it begins with the key, or has it in quotes. 1 if there is none. */
function lineOf(file: string, message: string): number {
  const index = linesOf(file).findIndex((line) => {
    const [, key] = /^([\w-]+)\s*:/.exec(line) ?? [];
    return key !== undefined && (isFirstWord(key, message) || message.includes(`"${key}"`));
  });
  return Math.max(index + 1, 1);
}

const isFirstWord = (word: string, text: string): boolean =>
  text.startsWith(word) && !/[\w-]/.test(text.charAt(word.length));

/** The lines up to the end of the front matter. */
function linesOf(file: string): readonly string[] {
  try {
    const lines = readNamedFile(file).split("\n");
    const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
    return lines.slice(0, Math.max(end, 0));
  } catch {
    return []; // It was removed meanwhile, or cannot be read: then the message says so.
  }
}
