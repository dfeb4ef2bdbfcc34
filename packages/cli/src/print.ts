import { printedJson, printedLines, visibleText } from "@snaphook/protocol";

/** Prints a report: lines of ours, in which texts of others are already on one line or indented. */
export const printReport = (text: string): void => {
  process.stdout.write(`${visibleText(text)}\n`);
};

export const printJson = (value: unknown, indent = 2): void => {
  process.stdout.write(`${printedJson(value, indent)}\n`);
};

/** Prints a message for the user on stderr. */
export const printMessage = (text: string): void => {
  process.stderr.write(printedLines([text]));
};

/** Writes what a program reads: exact bytes, unless the reader is a terminal. */
export function writeExactly(stream: NodeJS.WriteStream, text: string): void {
  stream.write(stream.isTTY ? visibleText(text) : text);
}

/** Replaces the last line of a terminal with a state of progress, or with nothing; prints nothing anywhere else. */
export function printProgress(text = ""): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${visibleText(text)}`);
}
