import { type LintRule, warningAt } from "./lint-subject.ts";

/** A valid hook that the chosen profile never runs. */
export const neverInProfile: LintRule = ({ snapshot }) =>
  snapshot.hooks.flatMap((hook) => {
    const { dormant, handler } = hook;
    if (dormant?.reason !== "not-in-profile" || handler.if !== undefined) return [];
    return [
      warningAt(hook, {
        code: "never-in-profile",
        message: `this hook never runs: ${dormant.because}`,
        advice: "remove it, or choose a profile that has it",
      }),
    ];
  });
