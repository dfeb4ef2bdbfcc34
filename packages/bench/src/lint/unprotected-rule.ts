import type { ConfiguredHook, Diagnostic } from "@snaphook/engine";
import type { UnresolvedLoad } from "@snaphook/engine/internal";
import { events, isBlockable, type Profile } from "@snaphook/protocol";
import { type LintRule, warningAt } from "./lint-subject.ts";

/** T5: only files whose path is known before a hook runs are protected from the agent. */
export const unprotectedScript: LintRule = ({ hooks, profile }) =>
  hooks.flatMap(({ hook, code }) => unprotectedWarnings(hook, code.unresolved, profile));

const unknownProblem =
  "is only known when the hook runs, so that file is not protected: a command of the agent could change it unnoticed";
const relativeProblem =
  "is relative to the folder that the agent is in: after a cd it means another file or none, and a hook that needs trust then refuses";

/** For a hook that can refuse something: the files that could be changed to turn it off. */
export const unprotectedWarnings = (
  hook: ConfiguredHook,
  loads: readonly UnresolvedLoad[],
  profile: Profile,
): readonly Diagnostic[] =>
  isBlockable(events[hook.event], profile)
    ? loads.map(({ text, file, isRelative }) =>
        warningAt(hook, {
          code: "unprotected-script",
          message: `${text}${file === undefined ? "" : ` in ${file}`} ${isRelative ? relativeProblem : unknownProblem}`,
          advice: isRelative
            ? 'start the path with "$CLAUDE_PROJECT_DIR" or "$(dirname "$0")"'
            : 'write the path literally; it may start with ~, $HOME, $CLAUDE_PROJECT_DIR or, in a script, $(dirname "$0")',
        }),
      )
    : [];
