import type { Snapshot } from "../stages/snapshot.ts";

/** What in the settings that the caller named was written to deny or ask, and does not; each in one line. */
export const settingsRuleProblems = ({
  files,
  diagnostics,
}: Pick<Snapshot, "files" | "diagnostics">): readonly string[] =>
  diagnostics.flatMap(({ code, level, place, message, advice }) => {
    const isOfFlag = files.some(
      ({ scope, file }) => scope === "settings-flag" && file === place.file,
    );
    const isUnused = level === "error" || code === "unknown-tool" || code === "unknown-setting";
    const mayDeny = codes.has(code) && !harmless.test(place.path);
    return isOfFlag && isUnused && mayDeny
      ? [`${place.file}:${place.line}:${place.column} ${message}; ${advice}`]
      : [];
  });

const codes: ReadonlySet<string> = new Set(["bad-permissions", "unknown-tool", "unknown-setting"]);

/** Hooks have their own report; the other keys do not deny. */
const harmless =
  /^(?:hooks\b|(?:permissions\.)?(?:allow|additionalDirectories|defaultMode)(?:\[|$))/;
