import {
  isObject,
  type RunEnd,
  runMarker,
  type ServerProcess,
  type StartServer,
} from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { lineReader, outputLimits } from "./read-lines.ts";
import type { ServerTransport } from "./server-transport.ts";

export interface StdioOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** The session's folder. */
  readonly folder: string;
  readonly startServer: StartServer;
}

/** How many lines that are not messages a server may print. */
const maxOtherLines = 1000;
/** How much of what it complains about is kept. */
const maxComplaint = 2000;

/** Messages to and from a program, one per line on its stdin and stdout. */
export function stdioTransport(options: StdioOptions): ServerTransport {
  const { command: program, args, cwd, env, folder, startServer } = options;
  let process: ServerProcess | undefined;
  let complaint = "";
  let otherLines = 0;
  let unanswered = 0;
  let problem: string | undefined;

  const fail = (why: string) => {
    problem ??= why;
    void process?.end();
  };
  const onLine = (line: string) => {
    const message = parse(line);
    if (message === undefined) {
      if (line.trim() !== "" && ++otherLines > maxOtherLines)
        fail(`it printed more than ${maxOtherLines} lines on stdout that are not messages`);
      return;
    }
    if ("id" in message && !("method" in message)) unanswered = 0;
    transport.onmessage?.(message);
  };
  const read = lineReader(onLine, () =>
    fail(`it sent a message of more than ${outputLimits.line / 1024 / 1024} MiB`),
  );
  const transport: ServerTransport = {
    async start() {
      const started = startServer({
        program,
        args,
        cwd,
        env,
        marker: runMarker(),
        spillFolder: folder,
        onStdout(chunk) {
          unanswered += chunk.length;
          if (unanswered > outputLimits.unanswered)
            fail(
              `it printed more than ${outputLimits.unanswered / 1024 / 1024} MiB without an answer`,
            );
          if (problem === undefined) read(chunk);
        },
        onStderr(chunk) {
          complaint = `${complaint}${chunk.toString("utf8")}`.slice(-maxComplaint);
        },
      });
      if (started.pid === undefined) throw new Error(endInWords(await started.ended));
      process = started;
      void started.ended.then((end) => {
        const ending = endInWords(end);
        const last = complaint.trim().split("\n").at(-1) ?? "";
        problem ??= last === "" ? ending : `${ending}; its last line on stderr: ${last}`;
        transport.onclose?.();
      });
    },
    send: async (message) => process?.write(`${JSON.stringify(message)}\n`),
    async close() {
      await process?.end();
    },
    problem: () => problem,
  };
  return transport;
}

/** A message, if the line is one. */
function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && value["jsonrpc"] === "2.0" ? value : undefined;
  } catch {
    return undefined;
  }
}

function endInWords(end: RunEnd): string {
  if (end.how === "exited") return `it exited with code ${end.code}`;
  if (end.how === "killed") return `it was killed by ${end.signal}`;
  return "cause" in end ? end.cause : `it ended (${end.how})`;
}
