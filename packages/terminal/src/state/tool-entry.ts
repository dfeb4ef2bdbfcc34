import type { DiffLine } from "../diff/diff-lines.ts";
import type { Note, ShortText, ToolEntry } from "./entry.ts";
import { patchLines } from "./patch-lines.ts";
import { resultForUser } from "./result-for-user.ts";
import { shortText } from "./short-text.ts";
import { toolSubject } from "./tool-subject.ts";

/** A call that has ended. */
export interface EndedCall {
  readonly name: string;
  readonly input: unknown;
  readonly ran: boolean;
  readonly isError: boolean;
  readonly text: string;
  readonly response?: unknown;
  readonly notes?: readonly Note[];
  readonly durationMs?: number;
}

/** How many lines of a result are shown; others: 3. Tools that change files show the difference instead. */
const maxLines: Readonly<Record<string, number>> = { Bash: 5, Grep: 5 };
const maxErrorLines = 10;
const maxDiffLines = 40;

/** Tools whose result is for the model: the user sees how long it is. */
const counted: readonly string[] = ["Read", "TaskList", "TaskGet"];

/** What is shown of a call. */
export function toolEntry(call: EndedCall, cwd: string): ToolEntry {
  const { name, input, ran, isError, durationMs } = call;
  const notes = (call.notes ?? []).filter(({ isGrant }) => ran || !isGrant);
  const diff = ran && !isError ? changedLines(call) : [];
  return {
    kind: "tool",
    name,
    subject: toolSubject(name, input, cwd),
    ran,
    isError,
    notes,
    result: diff.length > 0 ? { lines: [], more: 0 } : resultOf(call),
    ...(diff.length > 0 && {
      diff: diff.slice(0, maxDiffLines),
      moreDiff: Math.max(0, diff.length - maxDiffLines),
    }),
    ...(durationMs !== undefined && { durationMs }),
  };
}

/** The result alone: texts of hooks for the model are in the details. */
const withoutHookTexts = (text: string): string => text.split('\n\n<hook event="', 1)[0] ?? "";

function resultOf({ name, ran, isError, text, response, notes = [] }: EndedCall): ShortText {
  // The notes say why it did not run.
  if (!ran && notes.some(({ saysWhy }) => saysWhy)) return { lines: [], more: 0 };
  const result = withoutHookTexts(text);
  if (!ran || isError) return shortText(result, maxErrorLines);
  if (counted.includes(name)) {
    const count = result.trimEnd().split("\n").length;
    return { lines: [count === 1 ? "1 line" : `${count} lines`], more: 0, isOurs: true };
  }
  const summary = resultForUser(name, response);
  return summary ?? shortText(result, maxLines[name] ?? 3);
}

interface FileResponse {
  readonly type?: unknown;
  readonly content?: unknown;
  readonly structuredPatch?: unknown;
}

/** What a call changed in a file; empty if that is not known. */
function changedLines({ response }: EndedCall): readonly DiffLine[] {
  if (typeof response !== "object" || response === null) return [];
  const { type, content, structuredPatch } = response as FileResponse;
  if (type === "create" && typeof content === "string") return addedLines(content);
  return patchLines(structuredPatch);
}

const addedLines = (content: string): readonly DiffLine[] =>
  content === ""
    ? []
    : content
        .replace(/\n$/, "")
        .split("\n")
        .map((text, index) => ({ sign: "+", text, after: index + 1 }));
