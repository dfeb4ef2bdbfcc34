import { createInterface } from "node:readline/promises";
import type { Style, StyledLine } from "@snaphook/bench";
import { printedJson, printedLines, visibleText } from "@snaphook/protocol";
import { eraseFirstScreen } from "./first-screen.ts";

/** Prints a report: lines of ours, in which texts of others are already on one line or indented. */
export const printReport = (text: string): void => {
  process.stdout.write(`${visibleText(text)}\n`);
};

export const printJson = (value: unknown, indent = 2): void => {
  process.stdout.write(`${printedJson(value, indent)}\n`);
};

/** Prints lines in colours, if stdout is a terminal that has them and the user has not turned them off. */
export function printStyled(lines: readonly StyledLine[]): void {
  const { NO_COLOR: off = "", TERM: terminal } = process.env;
  const isPlain = !process.stdout.isTTY || off !== "" || terminal === "dumb";
  const printed = ({ text, style }: StyledLine[number]): string =>
    isPlain || style === undefined
      ? visibleText(text)
      : `\u001b[${colours[style]}m${visibleText(text)}\u001b[0m`;
  process.stdout.write(lines.map((line) => `${line.map(printed).join("").trimEnd()}\n`).join(""));
}

const colours: Readonly<Record<Style, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  cyan: 36,
};

/** Prints a message for the user on stderr. */
export const printMessage = (text: string): void => {
  eraseFirstScreen();
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

/** Whether someone is at a terminal that can show more than lines. */
export const isAtTerminal = (): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true && process.env["TERM"] !== "dumb";

/** How many characters fit into a line: of the terminal, else what COLUMNS says, else 100. */
export function stdoutWidth(): number {
  const { columns } = process.stdout;
  if (columns > 0) return columns;
  const set = Number(process.env["COLUMNS"]);
  return Number.isInteger(set) && set > 0 ? set : 100;
}

/** Asks the user on the terminal; the end of input is an empty answer. */
export async function askUser(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return answer;
}
