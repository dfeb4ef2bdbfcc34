import { type Answer, answerTo, type Definition, failure } from "./answer.ts";
import { exportVariable } from "./environment-file.ts";

/**
 * Runs a hook once, in this process.
 *
 * 1. Sends everything that is printed to stderr: stdout is for the answer.
 * 2. Reads stdin to its end; a terminal counts as no input.
 * 3. Prints and flushes the answer, then exits, even if something is still open.
 *
 * An error outside the callback, or a callback that never ends, is a failure of the hook.
 */
export function runProcess(definition: Definition): void {
  const { stdout, stderr } = process;
  const print = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  let ended = false;
  const end = ({ exitCode, stdout: answer, stderr: text }: Answer): void => {
    if (ended) return;
    ended = true;
    // Also called on an error: a host that closed the pipe needs no answer.
    print(answer, () => stderr.write(text, () => process.exit(exitCode)));
  };
  process.on("uncaughtException", (error) => end(failure(definition, error)));
  process.on("beforeExit", () => end(failure(definition, neverEnded)));
  const world = { script: process.argv[1] ?? "hook.mjs", exportVariable };
  readStandardInput()
    .then((text) => answerTo(definition, text, world))
    .then(end, (error) => end(failure(definition, error)));
}

const neverEnded = "its callback never finished: it waits for a promise that never settles";

async function readStandardInput(): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return "";
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
