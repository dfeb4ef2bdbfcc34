import type { CapturedText, ProcessResult } from "@snaphook/engine/internal";
import { commandsOf } from "@snaphook/engine/rules";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { cutNote, keepLongText } from "./keep-long-text.ts";
import { startInBackground } from "./shell/background-commands.ts";
import { describeEnd } from "./shell/describe-end.ts";
import { isReadOnlyCommand } from "./shell/is-read-only-command.ts";
import { runCommand } from "./shell/run-command.ts";
import { type Tool, type ToolContext, ToolFailure } from "./tool.ts";

const defaultLimitMs = 120_000;
const maxLimitMs = 600_000;

const input = () =>
  z.object({
    command: z.string().describe("The command line to run"),
    description: z
      .string()
      .optional()
      .describe("What the command does, in a few words, for the user"),
    timeout: z
      .number()
      .positive()
      .optional()
      .describe(`Time limit in milliseconds; default ${defaultLimitMs}, at most ${maxLimitMs}`),
    run_in_background: z
      .boolean()
      .optional()
      .describe(
        "Start the command and continue at once; its output goes to a file that you can read",
      ),
  });

const output = () =>
  z.looseObject({
    stdout: z.string(),
    stderr: z.string(),
    interrupted: z.boolean(),
    isImage: z.boolean(),
    persistedOutputPath: z.string().optional(),
    persistedOutputSize: z.number().optional(),
    persistedErrorPath: z.string().optional(),
    persistedErrorSize: z.number().optional(),
    backgroundTaskId: z.string().optional(),
    outputFile: z.string().optional(),
  });

type Output = z.output<ReturnType<typeof output>>;

export const bash: Tool = defineTool({
  name: "Bash",
  description: `Runs a command line in a shell and returns what it printed.
The working directory is kept between commands; variables and functions are not.
There is no terminal and stdin is empty: run programs non-interactively.
For files, prefer Read, Edit, Write, Glob and Grep to cat, sed, find and grep.`,
  input,
  output,
  access: ({ command }) => ({ kind: "command", command }),
  concurrent: ({ command, run_in_background }) =>
    !run_in_background && isReadOnlyCommand(command) && !changesDirectory(command),
  async run({ command, timeout = defaultLimitMs, run_in_background }, context, signal) {
    if (run_in_background) return inBackground(command, context);
    const limitMs = Math.min(timeout, maxLimitMs);
    return answer(await runCommand({ command, limitMs, signal }, context), context);
  },
  text,
});

/** Parallel calls must not change the session's directory. */
const changesDirectory = (command: string): boolean =>
  commandsOf(command).commands.some(({ words }) => words[0]?.value === "cd");

async function inBackground(command: string, context: ToolContext): Promise<Output> {
  const { id, outputFile } = await startInBackground(command, context);
  return { ...emptyResponse, backgroundTaskId: id, outputFile };
}

const emptyResponse = { stdout: "", stderr: "", interrupted: false, isImage: false };

async function answer(result: ProcessResult, context: ToolContext): Promise<Output> {
  const { end } = result;
  const stdout = await keptStream(result.stdout, context);
  const stderr = await keptStream(result.stderr, context);
  const response: Output = {
    stdout: stdout.text,
    stderr: stderr.text,
    interrupted: end.how === "cancelled",
    isImage: false,
    ...(stdout.file === undefined
      ? {}
      : { persistedOutputPath: stdout.file, persistedOutputSize: stdout.size }),
    ...(stderr.file === undefined
      ? {}
      : { persistedErrorPath: stderr.file, persistedErrorSize: stderr.size }),
  };
  if (end.how === "exited" && end.code === 0) return response;
  throw new ToolFailure([describeEnd(end), ...printed(response)].join("\n"));
}

const keptStream = (stream: CapturedText, { sessionFolder }: ToolContext) =>
  keepLongText({ ...stream, text: withoutFinalNewlines(stream.text) }, sessionFolder);

/** The printed parts of a response. */
function printed(response: Output): readonly string[] {
  const { stdout, stderr, persistedOutputPath, persistedErrorPath } = response;
  return [
    stdout,
    noteOf(persistedOutputPath, response.persistedOutputSize),
    stderr,
    noteOf(persistedErrorPath, response.persistedErrorSize),
  ].filter(Boolean);
}

const noteOf = (file: string | undefined, size = 0): string =>
  file === undefined ? "" : cutNote(file, size);

function text(response: Output): string {
  const { backgroundTaskId, outputFile } = response;
  if (backgroundTaskId !== undefined)
    return `The command runs in the background as ${backgroundTaskId}. Its output goes to ${outputFile}; the last line will say how it ended.`;
  const parts = printed(response);
  return parts.length === 0 ? "(The command printed nothing.)" : parts.join("\n");
}

/** A text without its final line ends, as `$(…)` returns it. */
function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return text.slice(0, end);
}
