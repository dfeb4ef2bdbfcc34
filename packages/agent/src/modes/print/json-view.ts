import { brand, printedJson, printedLines } from "@snaphook/protocol";
import type { TurnResult } from "../../loop/agent-event.ts";
import type { Output } from "../output.ts";
import { failureRecord, type ResultRecord, resultRecord } from "../result-record.ts";
import type { View } from "../view.ts";
import { wholeResult } from "../whole-result.ts";
import { linesBesides, userLines } from "./text-view.ts";

export interface JsonViewOptions {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly newId: () => string;
  /** Print the verbose view on stderr. */
  readonly verbose: boolean;
}

/** `--output-format json`: one result object on stdout, messages for the user on stderr. */
export function jsonView({ stdout, stderr, newId, verbose }: JsonViewOptions): View {
  let sessionId: string | undefined;
  let last: TurnResult | undefined;
  let isPrinted = false;
  /** Errors that did not end the input, such as settings that could not be read. */
  const noticed: string[] = [];
  /** What the user sees on stderr, such as hooks that are not in effect. */
  const warnings: string[] = [];
  const moreLines = linesBesides(stderr, verbose);
  const print = (record: ResultRecord) => {
    if (isPrinted) return;
    isPrinted = true;
    const errors = [...noticed, ...record.errors];
    const printed = { ...record, errors, warnings, session_id: sessionId, uuid: newId() };
    stdout.write(`${printedJson(printed)}\n`);
  };
  return {
    emit(event) {
      if (event.type === "init") sessionId = event.sessionId;
      if (event.type === "result") last = wholeResult(event, last);
      if (event.type === "notice" && event.level === "error") noticed.push(event.text);
      if (event.type === "notice" && event.level === "warning") warnings.push(event.text);
      stderr.write(printedLines([...userLines(event), ...moreLines(event)]));
    },
    finish() {
      if (last) print(resultRecord(last));
    },
    fail(message) {
      stderr.write(printedLines([`${brand.command}: ${message}`]));
      print(failureRecord(message, sessionId === undefined ? "before" : "after"));
    },
  };
}
