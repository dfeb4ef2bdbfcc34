import type { SettingsProblem } from "../../state/start-questions.ts";

/** What a session without these entries of the settings lacks. */
export function whatIsLost(problems: readonly Pick<SettingsProblem, "path">[]): string {
  const has = (of: RegExp) => problems.some(({ path }) => of.test(path));
  const lost = [
    // Nothing of a file that cannot be read applies.
    ...(has(/^$/) ? ["the hooks and rules of a file that cannot be read do not apply"] : []),
    ...(has(/^hooks\b/) ? ["hooks among these entries do not run"] : []),
    ...(has(/^permissions\.(?:deny|ask)\b/) ? ["rules among these entries refuse nothing"] : []),
  ];
  return ["the rest of the settings applies", ...lost].join("; ");
}
