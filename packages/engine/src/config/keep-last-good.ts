import { sep } from "node:path";
import type { Diagnostic } from "../stages/snapshot.ts";
import type { ReadSources } from "./load-snapshot.ts";
import { keyOf } from "./pending-change.ts";
import type { ReadSource } from "./read-settings.ts";

/**
 * C7: a file that can no longer be read keeps its content from the applied
 * settings, not from a change that was never applied; a deleted file does not.
 * The same goes for all files below a folder or manifest that cannot be read.
 */
export function keepLastGood(now: ReadSources, applied: ReadSources): ReadSources {
  const last = new Map(applied.map((source) => [keyOf(source), source]));
  const found = new Set(now.map(keyOf));
  const broken = now.filter(isBroken);
  return [
    ...now.map((source) => {
      const before = last.get(keyOf(source));
      if (!isBroken(source) || !before || !isGood(before)) return source;
      const good = goodOf(before);
      const diagnostics = [...good.diagnostics, ...source.diagnostics.map(stillUsed)];
      return { ...kept(good, source), text: source.text, diagnostics };
    }),
    ...applied
      .filter((before) => isGood(before) && !found.has(keyOf(before)))
      .flatMap((before) => {
        const above = broken.find(
          ({ covers }) => covers !== undefined && before.file.file.startsWith(covers + sep),
        );
        return above ? kept(goodOf(before), above) : [];
      }),
  ];
}

/** What a reader says of a file that is lost does not hold for one whose content is kept. */
const stillUsed = (diagnostic: Diagnostic): Diagnostic => {
  const [what = ""] = diagnostic.advice.split("; ");
  return { ...diagnostic, advice: `${what}; until then its last good content is used` };
};

const isBroken = ({ file }: ReadSource): boolean =>
  file.state === "unreadable" || file.state === "invalid";

const isGood = ({ file }: ReadSource): boolean => file.state === "loaded" || file.state === "kept";

const goodOf = (source: ReadSource): ReadSource => source.lastGood ?? source;

const kept = (good: ReadSource, because: ReadSource): ReadSource => ({
  ...good,
  lastGood: good,
  file: {
    ...good.file,
    state: "kept",
    detail: `its last good content is still used: ${because.file.detail}`,
  },
});
