import { readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { MediaBlock, TextBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { errorText } from "../error-text.ts";
import { findMentions, type Mention, maxMentions } from "../prompt/find-mentions.ts";
import { read } from "../tools/read.ts";
import type { Agent } from "./agent.ts";
import { announceInstructions } from "./announce-instructions.ts";
import { warning } from "./warning.ts";

type Block = TextBlock | MediaBlock;

export interface AttachedFiles {
  readonly blocks: readonly Block[];
  /** G10: an InstructionsLoaded hook stopped the turn; the reason. */
  readonly stop?: string;
}

/**
 * The files that a prompt mentions as `@path`, as the model reads them. The user named them, so no rule has to allow it,
 * but a deny rule for Read applies. What is not the path of a file is text and stays as it is.
 */
export async function attachFiles(
  agent: Agent,
  prompt: string,
  signal: AbortSignal,
): Promise<AttachedFiles> {
  const attached: AttachedFiles[] = [];
  const mentions = findMentions(prompt);
  for (const mention of mentions.slice(0, maxMentions))
    attached.push(await attach(agent, mention, signal));
  if (mentions.length > maxMentions)
    agent.emit(
      warning(`the prompt mentions more than ${maxMentions} files; the others were not added`),
    );
  const stop = attached.find((one) => one.stop !== undefined)?.stop;
  return {
    blocks: attached.flatMap(({ blocks }) => blocks),
    ...(stop === undefined ? {} : { stop }),
  };
}

const nothing: AttachedFiles = { blocks: [] };

const maxEntries = 500;

async function attach(agent: Agent, mention: Mention, signal: AbortSignal): Promise<AttachedFiles> {
  const { context } = agent;
  const path = pathOf(mention.path, context);
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return nothing;
  if (context.mayRead && !context.mayRead(path)) {
    agent.emit(warning(`@${mention.path} was not added to the prompt: a rule forbids reading it`));
    return nothing;
  }
  try {
    return facts.isDirectory()
      ? { blocks: [textBlock(await listing(path))] }
      : await fileBlocks(agent, path, mention, signal);
  } catch (error) {
    agent.emit(warning(`@${mention.path} was not added to the prompt: ${errorText(error)}`));
    return nothing;
  }
}

const pathOf = (name: string, { cwd, home }: Agent["context"]): string =>
  name === "~" || name.startsWith("~/")
    ? `${home || homedir()}${name.slice(1)}`
    : resolve(cwd(), name);

async function fileBlocks(
  agent: Agent,
  path: string,
  { offset, limit }: Mention,
  signal: AbortSignal,
): Promise<AttachedFiles> {
  const input = {
    file_path: path,
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
  };
  const response = await read.run(input, agent.context, signal);
  const { texts, steps } = await announceInstructions(agent, await agent.instructionsFor(path));
  const stop = steps.find((step) => step.do === "stop");
  return {
    blocks: [
      ...texts.map(textBlock),
      textBlock(`The prompt below mentions ${path}:\n\n${read.text(response)}`),
      ...(read.media?.(response) ?? []),
    ],
    ...(stop && { stop: stop.reason }),
  };
}

async function listing(path: string): Promise<string> {
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  const more = names.length > maxEntries ? [`(and ${names.length - maxEntries} more)`] : [];
  return [
    `The prompt below mentions the directory ${path}, which contains:`,
    "",
    ...names.slice(0, maxEntries),
    ...more,
  ].join("\n");
}
