import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { isObject } from "@snaphook/engine/internal";
import { mentionIntro } from "@snaphook/protocol";
import type { MediaBlock, TextBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { findMentions, type Mention, maxMentions } from "../prompt/find-mentions.ts";
import { listFolder } from "../tools/files/list-folder.ts";
import type { Agent } from "./agent.ts";
import type { PermissionDenial } from "./agent-event.ts";
import { announceInstructions } from "./announce-instructions.ts";
import { callTool } from "./call-tool.ts";
import { warning } from "./warning.ts";

export interface AttachedFiles {
  readonly blocks: readonly (TextBlock | MediaBlock)[];
  /** G10: a hook stopped the turn; the reason. */
  readonly stop?: string;
}

/**
 * The files that a prompt mentions as `@path`, as the model reads them. Each is a call of Read: its hooks, rules and
 * questions decide. What is not the path of a file is text and stays as it is; the user sees which.
 */
export async function attachFiles(
  agent: Agent,
  prompt: string,
  denials: PermissionDenial[],
  signal: AbortSignal,
): Promise<AttachedFiles> {
  const blocks: (TextBlock | MediaBlock)[] = [];
  const missing: string[] = [];
  const mentions = findMentions(prompt);
  for (const [index, mention] of mentions.slice(0, maxMentions).entries()) {
    const path = pathOf(mention.path, agent.context);
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) {
      missing.push(mention.path);
      continue;
    }
    const reader = forMention(agent, facts.isDirectory());
    const attached = await attach(
      reader,
      { ...mention, path, id: `mention_${index + 1}` },
      denials,
      signal,
    );
    blocks.push(...attached.blocks);
    if (attached.stop !== undefined) return { blocks, stop: attached.stop };
  }
  reportLeftOut(agent, missing, mentions.length);
  return { blocks };
}

const maxNames = 5;

function reportLeftOut({ emit }: Agent, missing: readonly string[], mentions: number): void {
  if (missing.length > 0) {
    const names = missing.slice(0, maxNames).map((name) => `@${name}`);
    const more = missing.length > maxNames ? ` and ${missing.length - maxNames} more` : "";
    emit(
      warning(
        `${names.join(", ")}${more} in the prompt: there is no such file, so nothing was added for it`,
      ),
    );
  }
  if (mentions > maxMentions)
    emit(warning(`the prompt mentions more than ${maxMentions} files; the others were not added`));
}

/** The agent with the one tool that a mention calls, and stricter permissions. */
function forMention(agent: Agent, isDirectory: boolean): Agent {
  const read = agent.tools.get("Read");
  const tool = read && isDirectory ? listFolder(read) : read;
  return {
    ...agent,
    tools: new Map(tool ? [[tool.name, tool]] : []),
    permissions: agent.permissions.forMentions(),
  };
}

const pathOf = (name: string, { cwd, home }: Agent["context"]): string =>
  name === "~" || name.startsWith("~/")
    ? `${home || homedir()}${name.slice(1)}`
    : resolve(cwd(), name);

async function attach(
  agent: Agent,
  { path, offset, limit, id }: Mention & { readonly id: string },
  denials: PermissionDenial[],
  signal: AbortSignal,
): Promise<AttachedFiles> {
  const notAdded = (why: string) => {
    agent.emit(warning(`${path} was not added to the prompt: ${why}`));
    return { blocks: [] };
  };
  if (agent.tools.size === 0) return notAdded("this session has no tool Read");
  const input = {
    file_path: path,
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
  };
  const end = await callTool(agent, { type: "tool_use", id, name: "Read", input }, denials, signal);
  signal.throwIfAborted();
  const stop = stopOf(end.next);
  if (end.call !== "ran") {
    // A refusal has its own line.
    const { blocks } = end.call === "refused" ? { blocks: [] } : notAdded(end.text);
    return { blocks, ...stop };
  }
  for (const text of lineProblems(end.response, offset))
    agent.emit(warning(`${path}#L${offset} in the prompt: ${text}`));
  const read = end.fileRead ?? path;
  const { texts, steps } = await announceInstructions(agent, await agent.instructionsFor(read));
  const stopped = steps.find((step) => step.do === "stop");
  return {
    blocks: [
      ...texts.map(textBlock),
      textBlock(`${mentionIntro}${read}:\n\n${end.text}`),
      ...end.context,
    ],
    ...(stopped ? { stop: stopped.reason } : stop),
  };
}

/** What the user should know about the lines that a mention names. */
function lineProblems(response: unknown, offset: number | undefined): readonly string[] {
  if (offset === undefined) return [];
  if (offset === 0) return ["lines are counted from 1, so the lines from 1 on were added"];
  const file = isObject(response) && isObject(response["file"]) ? response["file"] : {};
  const { numLines, totalLines } = file;
  return numLines === 0 && typeof totalLines === "number"
    ? [`the file has only ${totalLines} ${totalLines === 1 ? "line" : "lines"}, so none was added`]
    : [];
}

/** There is no model yet that could continue: whatever ends the turn ends the prompt. */
function stopOf(next: Awaited<ReturnType<typeof callTool>>["next"]): { readonly stop?: string } {
  switch (next.do) {
    case "continue":
      return {};
    case "stop":
      return { stop: next.reason };
    case "interrupt":
    case "defer":
      return { stop: "a hook ended the turn when a file of the prompt was read" };
  }
}
