import { commandsOf } from "@snaphook/engine/rules";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { type BackgroundCommand, startInBackground } from "./shell/background-commands.ts";
import { blockedBySandbox } from "./shell/blocked-by-sandbox.ts";
import { describeEnd } from "./shell/describe-end.ts";
import { maxOutputLength } from "./shell/max-output-length.ts";
import { placeOfOutput, printedText, withoutFinalNewlines } from "./shell/printed-text.ts";
import { isReadOnlyCommand } from "./shell/read-only/is-read-only-command.ts";
import { refusedConnections } from "./shell/refused-connections.ts";
import { type CommandResult, runCommand } from "./shell/run-command.ts";
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
    dangerouslyDisableSandbox: z
      .boolean()
      .optional()
      .describe(
        "Run the command outside the sandbox, after the user has approved it. Only if the sandbox has stopped it",
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
    persistedOutputSavedSize: z.number().optional(),
    backgroundTaskId: z.string().optional(),
    backgroundedToDeliverMessage: z.boolean().optional(),
    outputFile: z.string().optional(),
    sandboxNote: z.string().optional(),
  });

type Output = z.output<ReturnType<typeof output>>;

export const bash: Tool = defineTool({
  name: "Bash",
  description: `Runs a command line in a shell and returns what it printed.

Use it for builds, tests, git, package managers and other programs. Not for work that a special tool does better: Read (not cat, head, tail), Edit and Write (not sed, awk, echo >), Glob (not find, ls -R), Grep (not grep, rg).
- The working directory is kept between commands; variables, functions and aliases are not. Prefer absolute paths to cd, and quote paths that contain spaces.
- There is no terminal and stdin is empty: use options such as --yes or --no-pager, and start no editor and no interactive program.
- A command ends at its time limit (timeout; 2 minutes by default, 10 at most). Start servers and watchers with run_in_background, and read their output file; do not put & behind a command.
- Join commands that depend on each other with &&. Independent commands are better made as separate calls in one answer.
- Long output is cut, and the result names the file with all of it. Print less: use filters, --quiet, or a narrower question.`,
  input,
  output,
  access: ({ command, dangerouslyDisableSandbox: outside }) => ({
    kind: "command",
    command,
    ...(outside && { outside }),
  }),
  concurrent: ({ command, run_in_background }) =>
    !run_in_background && isReadOnlyCommand(command) && !changesDirectory(command),
  async run(
    { command, description, timeout = defaultLimitMs, run_in_background },
    context,
    signal,
  ) {
    if (run_in_background) return inBackground({ command, description }, context);
    const limitMs = Math.min(timeout, maxLimitMs);
    const end = await runCommand({ command, description, limitMs, signal }, context);
    return "movedTo" in end ? moved(end.movedTo) : answer(end, context);
  },
  text,
});

/** Parallel calls must not change the session's directory. */
const changesDirectory = (command: string): boolean =>
  commandsOf(command).commands.some(({ words }) => words[0]?.value === "cd");

async function inBackground(
  command: Parameters<typeof startInBackground>[0],
  context: ToolContext,
): Promise<Output> {
  const { id, outputFile } = await startInBackground(command, context);
  return { ...emptyResponse, backgroundTaskId: id, outputFile };
}

/** The user has sent a message that is not to wait for the command. */
const moved = ({ id, outputFile }: BackgroundCommand): Output => ({
  ...emptyResponse,
  backgroundTaskId: id,
  backgroundedToDeliverMessage: true,
  outputFile,
});

const emptyResponse = { stdout: "", stderr: "", interrupted: false, isImage: false };

async function answer(
  { end, readOnly, refusals, ...printed }: CommandResult,
  context: ToolContext,
): Promise<Output> {
  const { env, sessionFolder: folder } = context;
  const maxLength = maxOutputLength(env);
  const { text: stdout, whole } = await printedText(printed.stdout, { maxLength, folder });
  const sandboxNote = notes(blockedBySandbox(stdout, readOnly), refusedConnections(refusals));
  const response: Output = {
    stdout,
    // The command's own messages are in stdout; here is only what the shell printed before it.
    stderr: withoutFinalNewlines(printed.stderr.text),
    interrupted: end.how === "cancelled",
    isImage: false,
    ...(whole && {
      persistedOutputPath: whole.file,
      persistedOutputSize: whole.size,
      persistedOutputSavedSize: whole.savedSize,
    }),
    ...(sandboxNote === "" ? {} : { sandboxNote }),
  };
  if (end.how === "exited" && end.code === 0) return response;
  throw new ToolFailure([describeEnd(end), ...partsOf(response)].join("\n"));
}

const notes = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join("\n");

/** What the model reads of a response. */
function partsOf(response: Output): readonly string[] {
  const { stdout, stderr, persistedOutputPath: file, persistedOutputSize: size = 0 } = response;
  const savedSize = response.persistedOutputSavedSize ?? size;
  const place = file === undefined ? "" : placeOfOutput({ file, size, savedSize });
  return [stdout, place, stderr, response.sandboxNote ?? ""].filter(Boolean);
}

function text(response: Output): string {
  const { backgroundTaskId, outputFile, backgroundedToDeliverMessage } = response;
  if (backgroundedToDeliverMessage)
    return `The user has sent a message meanwhile, so the command continues in the background as ${backgroundTaskId}. When it has ended, a message will tell you, and what it printed will be in ${outputFile}.`;
  if (backgroundTaskId !== undefined)
    return `The command runs in the background as ${backgroundTaskId}. Its output goes to ${outputFile}; the last line will say how it ended, and a message will tell you.`;
  const parts = partsOf(response);
  return parts.length === 0 ? "(The command printed nothing.)" : parts.join("\n");
}
