import { readFileSync, writeFileSync } from "node:fs";
import { setValue } from "../settings/edit-settings.ts";
import { pathOf } from "../settings/path.ts";
import type { ChaosReport } from "./chaos-report.ts";

/** A change that was written, or why it was not. */
export type AppliedFix = NonNullable<ChaosReport["applied"]>[number];

/** Writes the fixes into the settings files. Hooks that change need to be trusted again. */
export function applyFixes({ hooks }: ChaosReport): readonly AppliedFix[] {
  return hooks.flatMap(({ label, place: { file, path }, fixes }) =>
    fixes.map(({ what, set }): AppliedFix => {
      const about = { label, file, what };
      if (set === undefined)
        return { ...about, written: false, because: "only its author can do this" };
      if (!file.endsWith(".json"))
        return { ...about, written: false, because: "it is not in a JSON file; change it by hand" };
      try {
        const text = readFileSync(file, "utf8");
        writeFileSync(file, setValue(text, [...pathOf(path), set.key], set.value));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        return { ...about, written: false, because: `the file cannot be changed (${code})` };
      }
      return { ...about, written: true };
    }),
  );
}
