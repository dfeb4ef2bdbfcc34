import type { Diagnostic } from "../stages/snapshot.ts";
import type { JsonDocument, JsonPath } from "./json-document.ts";

/** A problem at one place of a document. */
export interface Finding {
  readonly code: string;
  readonly level: Diagnostic["level"];
  readonly message: string;
  readonly advice: string;
}

/** A finding about one key of an object. */
export interface KeyFinding extends Finding {
  readonly key: string;
}

/** Collects diagnostics of one document. */
export interface Reporter {
  readonly diagnostics: readonly Diagnostic[];
  /** Reports a finding about the value at a path. */
  at(path: JsonPath, finding: Finding): Diagnostic;
  /** A finding about the key that a path ends with, which is not reported. */
  describe(path: JsonPath, finding: Finding): Diagnostic;
  /** Reports a finding about the key that a path ends with. */
  atKey(path: JsonPath, finding: Finding): Diagnostic;
}

export function reporter(document: JsonDocument): Reporter {
  const diagnostics: Diagnostic[] = [];
  const add = (diagnostic: Diagnostic) => {
    diagnostics.push(diagnostic);
    return diagnostic;
  };
  return {
    diagnostics,
    at: (path, finding) => add({ ...finding, place: document.place(path) }),
    describe: (path, finding) => ({ ...finding, place: document.keyPlace(path) }),
    atKey: (path, finding) => add({ ...finding, place: document.keyPlace(path) }),
  };
}
