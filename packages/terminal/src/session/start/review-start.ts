import { type AgentOptions, hooksToReview } from "@snaphook/agent";
import type { Hooks } from "@snaphook/engine";
import { settingsProblem } from "@snaphook/engine/internal";
import type { Questions } from "../questions.ts";
import { reviewTrust } from "./review-trust.ts";

/**
 * What the user decides before the session is opened: about settings that cannot be used, then about what the project
 * wants to run (T1). Nothing runs meanwhile: no hook of any scope, no server. False: the session is not opened.
 */
export async function reviewStart(
  options: Omit<AgentOptions, "emit">,
  questions: Pick<Questions, "reviewProblems" | "reviewTrust">,
  decided: Set<string>,
): Promise<boolean> {
  const hooks = await hooksToReview(options);
  try {
    if (!(await reviewProblems(hooks, questions))) return false;
    return (await reviewTrust(hooks, questions, { isOpen: false, decided })) !== "leave";
  } finally {
    await hooks.close();
  }
}

/** C5: errors only; what is a warning is reported when the session is open. */
async function reviewProblems(
  hooks: Hooks,
  questions: Pick<Questions, "reviewProblems">,
): Promise<boolean> {
  const snapshot = hooks.config.snapshot();
  // The session refuses to open with its own message.
  if (settingsProblem(snapshot) !== undefined) return true;
  const problems = snapshot.diagnostics.flatMap(({ level, place, message, advice }) =>
    level === "error"
      ? [
          {
            place: `${place.file}:${place.line}:${place.column}`,
            path: place.path,
            message,
            advice,
          },
        ]
      : [],
  );
  if (problems.length === 0) return true;
  const { entries } = await hooks.config.inactive();
  const refusing = entries.filter(({ refuses, kind }) => refuses && kind === "unreadable").length;
  return (await questions.reviewProblems({ problems, refusing })) === "continue";
}
