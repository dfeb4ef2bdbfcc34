import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A hook in code that replaces the user's settings while a session runs. */
export const changeUserSettings =
  (settings: object) =>
  (input: Readonly<Record<string, unknown>>): object => {
    const home = String(input["transcript_path"]).split("/.")[0] ?? "";
    writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(settings));
    return {};
  };
