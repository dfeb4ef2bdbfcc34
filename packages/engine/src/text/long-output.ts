import type { CapturedText } from "../stages/hook-run.ts";
import type { Message } from "../stages/verdict.ts";
import { outputLimits } from "./output-limits.ts";

/** P11: what a message says about output of which it has only the beginning. */
export const partOf = ({
  complete,
  bytes,
  file,
}: CapturedText): Pick<Message, "file" | "printedBytes"> =>
  complete ? {} : { printedBytes: bytes, ...(file === undefined ? {} : { file }) };

/** Where the rest of a text is, in words. `file` has the text, or the output that it is the beginning of. */
export function whereIsRest(file: string, { printedBytes, ...spilled }: Partial<Message>): string {
  if (printedBytes === undefined) return `the whole text is in ${file}`;
  const kept = spilled.file === undefined ? outputLimits.memory : outputLimits.file;
  if (printedBytes <= kept) return `the whole text is in ${file}`;
  return `the first ${kept / 1024 ** 2} MiB of ${printedBytes} bytes are in ${file}`;
}

/** A warning about output that was too long to be kept in memory. */
export function longOutputWarning(
  stream: "stdout" | "stderr",
  { bytes, file }: CapturedText,
): string {
  const rest =
    file === undefined ? "the rest is lost" : whereIsRest(file, { printedBytes: bytes, file });
  return `${stream} has ${bytes} bytes, of which only the first ${outputLimits.memory} are used; ${rest}`;
}
