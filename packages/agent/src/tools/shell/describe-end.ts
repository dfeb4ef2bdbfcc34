import { constants } from "node:os";
import type { RunEnd } from "@snaphook/engine/internal";

/** Describes how a command ended; E24: `Exit code N` if it has one. */
export function describeEnd(end: RunEnd): string {
  switch (end.how) {
    case "exited":
      return `Exit code ${end.code}`;
    case "killed":
      return `Exit code ${128 + signalNumber(end.signal)}`;
    case "timedOut":
      return `The command reached its time limit of ${end.limitMs} ms and was stopped`;
    case "cancelled":
      return "The command was interrupted before it ended";
    case "couldNotStart":
    case "notFound":
      return `The command could not be started: ${end.cause}`;
    case "failed":
      return `The command was ended early: ${end.cause}`;
    default:
      return `The command ended in an unknown way: ${end.how}`;
  }
}

const signalNumber = (name: string): number =>
  (constants.signals as Readonly<Record<string, number>>)[name] ?? 0;
