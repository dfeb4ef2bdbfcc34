import { brand, inLine } from "@snaphook/protocol";
import type { EntryContent } from "../state/entry.ts";
import type { HookCount } from "../state/hook-count.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";

/** The first lines of a session: what runs, where, and with which hooks. */
export function bannerLines(
  { version, cwd, model, profile, hooks }: Extract<EntryContent, { readonly kind: "banner" }>,
  columns: number,
): readonly StyledLine[] {
  const facts = [model, `profile ${profile}`, ...(hooks === undefined ? [] : [hooksText(hooks)])];
  return [
    ...wrapLine(
      [
        { text: brand.command, bold: true },
        { text: ` ${inLine(version)} · ${inLine(facts.join(" · "))}`, dim: true },
      ],
      columns,
    ),
    ...wrapLine(line(inLine(cwd), { dim: true }), columns),
  ];
}

function hooksText({ inEffect, notInEffect }: HookCount): string {
  const count = inEffect === 0 ? "no hooks" : inEffect === 1 ? "1 hook" : `${inEffect} hooks`;
  return notInEffect === 0 ? count : `${count} in effect, ${notInEffect} not`;
}
