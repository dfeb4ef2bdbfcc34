import type { ConfiguredHook } from "@snaphook/engine";
import { backgroundOf, events, wantsPrewarm } from "@snaphook/protocol";
import { type LintRule, warningAt } from "./lint-subject.ts";

/** How a hook reads its input, in a shell, Python, JavaScript or with the kit. */
const reads =
  /\b(?:cat|read|jq|grep|tee|sed|awk|xargs|head|stdin)\b|json\.load\b|readFileSync\(\s*0|\binput\(\)|\b(?:defineHook|readInput|runIfMain)\b/;

/** What others can see: output, files, requests. Checks and definitions may run early. */
const acts =
  /(?:^|[\s;&|])(?:echo|printf|touch|curl|wget|mkdir|rm|mv|cp)\s|\bprint\(|console\.\w+\(|\b(?:write|append)File\w*\(|\bfetch\(|>>?\s*["\w$/.]/m;

/** P17: everything before the first read runs when the process is started, before there is an event. */
export const prewarmRunsEarly: LintRule = ({ hooks }) =>
  hooks.flatMap(({ hook, code }) => {
    if (!isPrewarmed(hook) || code.text === undefined) return [];
    const first = reads.exec(code.text)?.index;
    const early = first === undefined ? code.text : code.text.slice(0, first);
    if (first !== undefined && !acts.test(early)) return [];
    return [
      warningAt(hook, {
        code: "prewarm-runs-early",
        message:
          first === undefined
            ? "nothing in this hook seems to read stdin, so with prewarm all of it runs before there is an event"
            : "with prewarm, everything before the first read of stdin runs before there is an event, and this hook does something there",
        advice: "read stdin first, or remove prewarm",
      }),
    ];
  });

/** Some hooks are never prewarmed, which has a finding of its own. */
const isPrewarmed = ({ handler, event }: ConfiguredHook): boolean =>
  wantsPrewarm(handler) &&
  backgroundOf(handler) === "no" &&
  handler.once !== true &&
  !events[event].hasEnvironmentFile;
