import type { MenuData } from "./menu-data.ts";
import { MenuError } from "./menu-error.ts";
import { plural, statesOf } from "./summaries.ts";

/** What a file is now that the user edited by hand. Throws if it cannot be used. */
export function editedInWords(file: string, { hooks, problems }: MenuData): string {
  const error = problems.find((one) => one.file === file && one.level === "error");
  if (error) throw new MenuError(`${file}:${error.line}: ${error.text}; ${error.advice}`);
  const own = hooks.filter(({ row }) => row.source.file === file);
  const states = statesOf(own);
  return states === ""
    ? `${file} applies as it is now`
    : `${file} was read again; of its ${plural(own.length, "hook")}: ${states}`;
}
