import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "@snaphook/protocol";
import type { Outcome } from "../stages/outcome.ts";
import type { Message } from "../stages/verdict.ts";

/** P11: the longest text the model gets whole, and what it gets of a longer one. */
const longest = 10_000;
const previewLength = 2000;

/**
 * P11: a longer text for the model goes to a file and is replaced by its
 * beginning and where all of it is; the user is told. SPEC 12 says which texts.
 */
export function keepLongTexts<O extends Outcome>(outcome: O, profile: Profile, folder: string): O {
  if (profile.cutsLongText === "none") return outcome;
  const cuts = ({ audience, kind, text }: Message) =>
    audience === "model" &&
    text.length > longest &&
    (profile.cutsLongText === "all" || kind === "stdout" || kind === "context");
  const long = outcome.messages.filter(cuts);
  if (long.length === 0) return outcome;
  const previews = new Map<string, string>();
  const warnings = long.map((message, index): Message => {
    const file = join(
      folder,
      `${message.hook.id.replaceAll(/\W/g, "_")}-${message.kind}-${Date.now()}-${index}.txt`,
    );
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, message.text, { mode: 0o600 });
    previews.set(message.text, preview(message.text, file));
    const text = `${message.hook.label}: a text of ${message.text.length} characters was cut for the model; all of it is in ${file}`;
    return { audience: "user", kind: "warning", text, hook: message.hook };
  });
  const cut = (text: string): string => previews.get(text) ?? text;
  return {
    ...outcome,
    messages: [
      ...outcome.messages.map((message) =>
        cuts(message) ? { ...message, text: cut(message.text) } : message,
      ),
      ...warnings,
    ],
    ...("reasons" in outcome && profile.cutsLongText === "all"
      ? { reasons: outcome.reasons.map(cut) }
      : {}),
  };
}

const preview = (text: string, file: string): string =>
  `${text.slice(0, previewLength)}\n[cut: ${text.length} characters in all, the whole text is in ${file}]`;
