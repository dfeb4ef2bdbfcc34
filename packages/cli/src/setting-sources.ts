import { UsageError } from "./usage-error.ts";

const sources = ["user", "project", "local"] as const;

/** The value of `--setting-sources`: names, separated by commas. */
export function settingSourcesOf(list: string): readonly (typeof sources)[number][] {
  return list.split(",").flatMap((text) => {
    const name = text.trim();
    const source = sources.find((known) => known === name);
    if (source === undefined && name !== "")
      throw new UsageError(
        `--setting-sources: found ${JSON.stringify(name)}, expected a list of ${sources.join(",")}`,
      );
    return source ?? [];
  });
}
