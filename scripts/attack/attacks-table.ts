import { readGroups } from "./group.ts";

/** The table of attacks in docs/security.md: what is tried, how often, and what happens. */
export function attacksTable(): string {
  const rows = readGroups().map(({ title, tries, answer, rules }) => {
    const links = rules.map((rule) => `[${rule}](contract.md#${rule.toLowerCase()})`).join(", ");
    const unpromised = tries.filter(({ notPromised }) => notPromised !== undefined).length;
    const count =
      unpromised === 0 ? `${tries.length}` : `${tries.length}, ${unpromised} of them not promised`;
    return `| ${title} | ${count} | ${answer} | ${links || "–"} |`;
  });
  return ["| attack | tries | what happens | rules |", "|---|---|---|---|", ...rows].join("\n");
}
