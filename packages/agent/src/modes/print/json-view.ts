import { brand } from "@snaphook/protocol";
import type { Output } from "../output.ts";
import { failureRecord, resultRecord, type StreamRecord } from "../result-record.ts";
import type { View } from "../view.ts";
import { detailLines, userLines } from "./text-view.ts";
import { visibleLines } from "./visible-lines.ts";

export interface JsonViewOptions {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly newId: () => string;
  /** Print the details of messages too. */
  readonly verbose: boolean;
}

/** `--output-format json`: one result object on stdout, messages for the user on stderr. */
export function jsonView({ stdout, stderr, newId, verbose }: JsonViewOptions): View {
  let sessionId: string | undefined;
  let last: StreamRecord | undefined;
  let isPrinted = false;
  const print = (record: StreamRecord) => {
    if (!isPrinted)
      stdout.write(`${JSON.stringify({ ...record, session_id: sessionId, uuid: newId() })}\n`);
    isPrinted = true;
  };
  return {
    emit(event) {
      if (event.type === "init") sessionId = event.sessionId;
      if (event.type === "result") last = resultRecord(event.result);
      stderr.write(visibleLines([...userLines(event), ...(verbose ? detailLines(event) : [])]));
    },
    finish() {
      if (last) print(last);
    },
    fail(message) {
      stderr.write(visibleLines([`${brand.command}: ${message}`]));
      print(failureRecord(message));
    },
  };
}
