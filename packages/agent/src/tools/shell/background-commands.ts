import { randomUUID } from "node:crypto";
import { appendFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type CapturedText,
  type Clock,
  makeFolder,
  type ProcessResult,
} from "@snaphook/engine/internal";
import type { StartedCommand } from "../../wall/wall.ts";
import { getOrCreate } from "../get-or-create.ts";
import type { ToolContext } from "../tool.ts";
import { describeEnd } from "./describe-end.ts";
import { endingCommands } from "./ending-commands.ts";
import { refusedConnections } from "./refused-connections.ts";
import { requireWorkingDirectory } from "./require-working-directory.ts";
import { shellRequest } from "./shell-request.ts";
import { startCommand } from "./start-command.ts";

/** A command that runs while the conversation continues. */
export interface BackgroundCommand {
  readonly id: string;
  readonly command: string;
  readonly description: string | undefined;
  readonly outputFile: string;
  /** Ends it, and waits until its processes are gone and its end was reported. */
  end(): Promise<void>;
}

/** P11: the largest output of one command. */
const maxOutputSize = 64 * 1024 * 1024;
const checkMs = 1000;

/** The commands of one agent that run in the background. */
export interface BackgroundCommands {
  running(): readonly BackgroundCommand[];
  /** Resolves when the end of one can be reported: true, or false if none is running. */
  ready(): Promise<boolean>;
  /** How commands have ended since the last call, for the model. */
  take(): readonly string[];
}

interface Registry {
  readonly running: Map<BackgroundCommand, Promise<void>>;
  /** Those that ended by themselves. */
  ended: string[];
}

const registryOf = (context: Pick<ToolContext, "memory">): Registry =>
  getOrCreate(context.memory, "background-commands", () => ({ running: new Map(), ended: [] }));

export function backgroundCommands(context: Pick<ToolContext, "memory">): BackgroundCommands {
  const registry = registryOf(context);
  return {
    running: () => [...registry.running.keys()],
    async ready() {
      if (registry.ended.length === 0 && registry.running.size > 0)
        await Promise.race(registry.running.values());
      return registry.ended.length > 0;
    },
    take: () => registry.ended.splice(0),
  };
}

/** Ids are file names, so they must not lead to another folder. */
export const isCommandId = (text: string): boolean => /^command-[0-9a-f]{8}$/.test(text);

/** Starts a command and returns at once; its output goes to a file, followed by how it ended. */
export async function startInBackground(
  { command, description }: Pick<BackgroundCommand, "command" | "description">,
  context: ToolContext,
): Promise<BackgroundCommand> {
  await requireWorkingDirectory(context);
  const place = await newOutputFile(context);
  const { outputFile } = place;
  const ending = new AbortController();
  const request = shellRequest(
    command,
    context,
    { outputFile },
    { limitMs: undefined, signal: ending.signal },
  );
  const started = await startCommand(command, request, context);
  const stopWatching = watchSize(outputFile, context.clock, () => ending.abort());
  return register({ ...place, command, description, started, ending }, context, stopWatching);
}

/** A command that ran in the foreground continues in the background; its output is in the file when it has ended. */
export async function adoptCommand(
  command: Omit<RegisteredCommand, "id" | "outputFile">,
  context: ToolContext,
): Promise<BackgroundCommand> {
  const place = await newOutputFile(context);
  return register({ ...command, ...place }, context, ({ stdout, stderr }) => {
    const texts = [stderr, stdout].map(wholeOutput);
    return appendFile(place.outputFile, texts.join("")).catch(() => {});
  });
}

/** What was captured; of a long output the beginning, and where all of it is. */
const wholeOutput = ({ text, complete, file }: CapturedText): string =>
  complete || file === undefined ? text : `${text}\n[All of it is in ${file}]\n`;

interface RegisteredCommand {
  readonly id: string;
  readonly outputFile: string;
  readonly command: string;
  readonly description: string | undefined;
  readonly started: StartedCommand;
  readonly ending: AbortController;
}

async function newOutputFile({ sessionFolder }: ToolContext) {
  makeFolder(sessionFolder);
  const id = `command-${randomUUID().slice(0, 8)}`;
  const outputFile = join(sessionFolder, `${id}.txt`);
  await appendFile(outputFile, "", { mode: 0o600 });
  return { id, outputFile };
}

function register(
  { id, outputFile, command, description, started, ending }: RegisteredCommand,
  context: ToolContext,
  onEnd: (result: ProcessResult) => unknown,
): BackgroundCommand {
  const { process, refusals } = started;
  const { running: commands, ended } = registryOf(context);
  let isAskedToEnd = false;
  const running: BackgroundCommand = {
    id,
    command,
    description,
    outputFile,
    async end() {
      isAskedToEnd = true;
      ending.abort();
      await over;
      await process.groupGone();
    },
  };
  const about = { id, command, outputFile, callId: context.callId };
  context.onBackgroundCommand?.(about);
  const over = process.finished.then(async (result) => {
    await onEnd(result);
    await noteEnd(outputFile, result, refusedConnections(refusals(false)));
    commands.delete(running);
    if (!isAskedToEnd) ended.push(endText(running, result));
    const { end } = result;
    const code = end.how === "exited" ? { code: end.code } : {};
    context.onBackgroundCommand?.({
      ...about,
      end: { how: end.how, ...code, text: describeEnd(end) },
    });
  });
  commands.set(running, over);
  return running;
}

/** Ends all commands of the session that still run, with everything they started; returns those. */
export async function endBackgroundCommands(
  context: ToolContext,
): Promise<readonly BackgroundCommand[]> {
  const running = backgroundCommands(context).running();
  await Promise.all([...running.map((command) => command.end()), ...endingCommands(context)]);
  return running;
}

const endText = ({ id, description, outputFile }: BackgroundCommand, { end }: ProcessResult) =>
  `This message is not from the user. The background command ${id}${description ? ` (${description})` : ""} has ended. ${describeEnd(end)}. What it printed is in ${outputFile}.`;

/** The session may be over and its folder gone. */
const noteEnd = (file: string, { end }: ProcessResult, refused = ""): Promise<void> =>
  appendFile(file, `\n${refused && `${refused}\n`}[${describeEnd(end)}]\n`).catch(() => {});

/** Calls back when a file has become too large; the returned function stops watching. */
function watchSize(file: string, clock: Clock, onTooLarge: () => void): () => void {
  let cancel = () => {};
  let isOver = false;
  const checkSize = async () => {
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (isOver) return;
    if (size > maxOutputSize) onTooLarge();
    else cancel = clock.after(checkMs, checkSize, { idle: true });
  };
  cancel = clock.after(checkMs, checkSize, { idle: true });
  return () => {
    isOver = true;
    cancel();
  };
}
