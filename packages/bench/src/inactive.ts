import type { Hooks } from "@snaphook/engine";
import type { LintReport } from "@snaphook/protocol";
import { inLine } from "@snaphook/protocol";

type Row = LintReport["inactive"][number];

/** Everything that is configured and has no effect in this project, as data. */
export async function inactiveRows(hooks: Pick<Hooks, "config">): Promise<Row[]> {
  const { entries } = await hooks.config.inactive();
  return entries.map(({ kind, what, hook, file, line, because, refuses }) => ({
    kind,
    what,
    id: hook?.id ?? null,
    file,
    line: line ?? null,
    because,
    refuses,
  }));
}

/** One line for each that is not in the list of hooks; other settings are named beside their files. */
export function printInactive(
  rows: readonly Row[],
  listed: readonly { readonly id: string | null }[] = [],
): readonly string[] {
  const ids = new Set(listed.map(({ id }) => id));
  const shown = rows.filter(({ id, kind }) => kind !== "setting" && (id === null || !ids.has(id)));
  return shown.length === 0 ? [] : ["not in effect here:", ...shown.map(printRow), ""];
}

function printRow({ what, file, line, because, refuses }: Row): string {
  const place = line === null ? file : `${file}:${line}`;
  const until = refuses ? "; until then it refuses what it guards" : "";
  const where = what === place ? "" : ` (${inLine(place)})`;
  return `· ${inLine(what)}${where}: ${inLine(because)}${until}`;
}
