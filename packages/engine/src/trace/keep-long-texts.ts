import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../stages/outcome.ts";
import type { Message } from "../stages/verdict.ts";
import { whereIsRest } from "../text/long-output.ts";
import { nameOf } from "../text/message.ts";
import { makeFolder } from "../trust/make-folder.ts";

/** P11: how much of a long text the model gets. */
const previewLength = 2000;

/** P11: saves texts that are too long for the model to files; reasons are in an outcome twice. */
export function keepLongTexts<Kept extends Pick<Outcome, "messages">>(
  outcome: Kept,
  folder: string,
): Kept {
  if (!outcome.messages.some(({ cut }) => cut)) return outcome;
  const { messages, previews } = keep(outcome.messages, folder);
  const preview = (text: string): string => previews.get(text) ?? text;
  return {
    ...outcome,
    messages,
    ...("reasons" in outcome && Array.isArray(outcome.reasons)
      ? { reasons: outcome.reasons.map(preview) }
      : {}),
  };
}

/** P11: replaces each marked text by its beginning and the path of the whole text; the user gets a warning. */
export const keepLongMessages = (
  messages: readonly Message[],
  folder: string,
): readonly Message[] => keep(messages, folder).messages;

function keep(messages: readonly Message[], folder: string) {
  const previews = new Map<string, string>();
  const warnings: Message[] = [];
  const kept = messages.map((message): Message => {
    const { cut, file: already, ...rest } = message;
    if (!cut) return message;
    const { text, hook, audience, printedBytes } = message;
    const { file, where } = already
      ? { file: already, where: whereIsRest(already, message) }
      : write(message, folder);
    const size = printedBytes === undefined ? `${text.length} characters` : `${printedBytes} bytes`;
    const preview = `${beginningOf(text)}\n[cut: ${size} in all; ${where}]`;
    previews.set(text, preview);
    if (audience === "user")
      return { ...rest, text: preview, cut, ...(file === undefined ? {} : { file }) };
    const warning = `${nameOf(hook)}: a text of ${size} was cut for the model; ${where}`;
    warnings.push({ audience: "user", kind: "warning", text: warning, hook });
    return { ...rest, text: preview, cut, ...(file === undefined ? {} : { file }) };
  });
  return { messages: [...kept, ...warnings], previews };
}

interface Kept {
  readonly file?: string;
  /** Where the whole text is, in words. */
  readonly where: string;
}

/** If a text cannot be saved, the dispatch does not fail. */
function write(message: Message, folder: string): Kept {
  const { hook, kind, text } = message;
  const file = join(folder, `${hook.id.replaceAll(/\W/g, "_")}-${kind}-${randomUUID()}.txt`);
  try {
    makeFolder(folder);
    writeFileSync(file, text, { mode: 0o600 });
    return { file, where: whereIsRest(file, message) };
  } catch (error) {
    return { where: `the rest is lost: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The beginning, without half a character at its end. */
const beginningOf = (text: string): string =>
  text.slice(0, previewLength).replace(/[\uD800-\uDBFF]$/, "");
