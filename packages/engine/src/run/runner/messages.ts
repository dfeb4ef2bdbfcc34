import type { BackgroundRequest } from "../process/background-request.ts";
import type { RunMark } from "../process/marked-tree.ts";
import type { PartialOutput, ProcessRequest, ProcessResult } from "../process/process-request.ts";

/** A request without what only the host has. */
export type RunnerRequest = Omit<ProcessRequest, "signal" | "owner" | "onOutput">;

/** What the host asks of the runner; `id` names a run, and the host chooses it. */
export type ToRunner =
  | { readonly do: "start"; readonly id: number; readonly request: RunnerRequest }
  | {
      readonly do: "deliver";
      readonly id: number;
      readonly stdin: string;
      readonly limitMs: number | undefined;
    }
  | { readonly do: "limit"; readonly id: number; readonly limitMs: number | undefined }
  | { readonly do: "cancel"; readonly id: number }
  /** Report when the process group of a run that was ended is empty. */
  | { readonly do: "await-group"; readonly id: number }
  /** The host started a run itself; if the host is killed, the runner ends it. */
  | { readonly do: "guard"; readonly id: number; readonly mark: RunMark }
  | { readonly do: "unguard"; readonly id: number };

/** What the runner reports of a run. */
export type RunReport = { readonly id: number } & (
  | {
      readonly is: "started";
      readonly pid: number;
      /** Together with the pid it identifies the process; the host needs both if the runner dies. */
      readonly startedAt: number | undefined;
      readonly pipes: readonly string[];
    }
  | { readonly is: "background"; readonly background: BackgroundRequest }
  | ({ readonly is: "output" } & PartialOutput)
  | { readonly is: "delivered"; readonly accepted: boolean }
  /** The process has exited by itself; its output may follow. */
  | { readonly is: "exited" }
  | { readonly is: "finished"; readonly result: ProcessResult }
  /** All processes of a run that was ended are gone. */
  | { readonly is: "gone" }
  | { readonly is: "group-gone" }
);

export type FromRunner =
  | RunReport
  | { readonly is: "ready" }
  | { readonly is: "crashed"; readonly why: string };

/** One message per line: JSON has no line breaks of its own. */
export const encode = (message: ToRunner | FromRunner): string => `${JSON.stringify(message)}\n`;

const newline = 10;

/** More than the longest message: two outputs of 1 MiB each, every byte escaped. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Splits what arrives into messages; a message may come in many pieces. `onBroken` is called for what is not
 * a message: the other side of a wall may write anything.
 */
export function messageReader<Message>(
  onMessage: (message: Message) => void,
  onBroken: (why: string) => void = (why) => {
    throw new Error(why);
  },
): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  const read = (line: string) => {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch {
      onBroken("it sent something that is not a message");
      return;
    }
    onMessage(message);
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = Buffer.concat([...pieces, chunk.subarray(start, end)]).toString("utf8");
      pieces = [];
      length = 0;
      start = end + 1;
      read(line);
    }
    if (start === chunk.length) return;
    pieces.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length <= maxBytes) return;
    pieces = [];
    length = 0;
    onBroken("it sent a message that is too long");
  };
}
