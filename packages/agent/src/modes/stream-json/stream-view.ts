import {
  brand,
  type Profile,
  printedJson,
  printedLines,
  profileNamed,
  profiles,
} from "@snaphook/protocol";
import type { AgentEvent } from "../../loop/agent-event.ts";
import type { Output } from "../output.ts";
import { userLines } from "../print/text-view.ts";
import { failureRecord, type StreamRecord } from "../result-record.ts";
import type { View } from "../view.ts";
import { type StreamRecordOptions, streamRecords } from "./stream-records.ts";

export interface StreamViewOptions extends Omit<StreamRecordOptions, "profile"> {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly newId: () => string;
}

/** `--output-format stream-json`: one JSON object per line. */
export interface StreamView extends View {
  /** Sends a line of the control protocol, which belongs to no session. */
  send(record: StreamRecord): void;
  /** Sends a line about the session that is not one of its events. */
  sendForSession(record: StreamRecord): void;
  /** The same, as soon as the session is known. */
  sendAfterInit(record: StreamRecord): void;
  /** Prints a warning on stderr too, where a person looks. */
  complain(text: string): void;
}

export function streamView({ stdout, stderr, newId, ...options }: StreamViewOptions): StreamView {
  let sessionId: string | undefined;
  let profile: Profile = profiles.reference;
  /** What came before the session and profile were known; `undefined` once they are. */
  let early: (() => void)[] | undefined = [];

  const send = (record: StreamRecord) => stdout.write(`${printedJson(record)}\n`);
  const sendForSession = ({ uuid = newId(), ...record }: StreamRecord) =>
    send({ ...record, session_id: sessionId, uuid });
  /** What the user sees on stderr, since the last result. */
  let warnings: string[] = [];
  const sendResult = (record: StreamRecord) => {
    sendForSession({ ...record, warnings });
    warnings = [];
  };
  const show = (event: AgentEvent) => {
    if (event.type === "notice" && event.level === "warning") warnings.push(event.text);
    const sendRecord = event.type === "result" ? sendResult : sendForSession;
    for (const record of streamRecords(event, { ...options, profile })) sendRecord(record);
  };
  const showEarly = () => {
    const waiting = early ?? [];
    early = undefined;
    for (const show of waiting) show();
  };

  return {
    send,
    sendForSession,
    sendAfterInit(record) {
      if (early) early.push(() => sendForSession(record));
      else sendForSession(record);
    },
    complain: (text) => stderr.write(printedLines([`warning: ${text}`])),
    emit(event) {
      // A person looks there, whatever a program reads.
      stderr.write(printedLines(userLines(event)));
      if (event.type === "init") {
        sessionId = event.sessionId;
        profile = profileNamed(event.profile) ?? profile;
        show(event);
        showEarly();
      } else if (early) early.push(() => show(event));
      else show(event);
    },
    finish() {},
    fail(message) {
      showEarly();
      const when = sessionId === undefined ? "before" : "after";
      // Programs expect an id; this one belongs to no session that can be continued.
      sessionId ??= newId();
      sendResult(failureRecord(message, when));
      stderr.write(printedLines([`${brand.command}: ${message}`]));
    },
  };
}
