import { relative, sep } from "node:path";
import { inLine } from "@snaphook/protocol";
import { printDiagnostics } from "../print.ts";
import type { ChaosReport, FaultResult, Grade, HookGrade } from "./chaos-report.ts";

const marks: Readonly<Record<Grade, string>> = {
  "fails-closed": "✓",
  "guards-nothing": "·",
  "fails-open": "✗",
  mixed: "✗",
  "never-refused": "?",
  "not-tried": "?",
};

/** The grades for a person: each hook, what lets the action through, and how to fix it. */
export function printChaos({ hooks, project, profile, problems, notes }: ChaosReport): string {
  const count = (grade: Grade) => hooks.filter((hook) => hook.grade === grade).length;
  const counts = (Object.keys(marks) as Grade[])
    .filter((grade) => count(grade) > 0)
    .map((grade) => `${count(grade)} ${grade}`);
  return [
    ...hooks.flatMap((hook) => printHook(hook, project)),
    ...printDiagnostics(problems),
    ...(problems.length === 0 ? [] : [`${unreadSettings}: fix the errors, then try again`, ""]),
    hooks.length > 0
      ? `${counts.join(", ")} (profile ${profile})`
      : problems.length > 0
        ? "no hook was tried"
        : "no hooks are configured",
    ...notes.map((note) => `note: ${inLine(note)}`),
  ].join("\n");
}

const unreadSettings = "hooks are missing here, because the settings have errors";

function printHook(
  { grade, event, label, place, because, faults, fixes }: HookGrade,
  project: string,
): readonly string[] {
  const of = (result: FaultResult["result"]) => faults.filter((fault) => fault.result === result);
  const refused = of("refused").length;
  return [
    `${marks[grade]} ${grade}: ${event} ${inLine(label)}`,
    `    where    ${inLine(fromProject(place.file, project))}:${place.line}`,
    ...(because === "" ? [] : [`    why      ${inLine(because)}`]),
    ...(faults.length === 0
      ? []
      : [`    refused  in ${refused} of ${refused + of("proceeds").length} cases`]),
    ...of("proceeds").map(
      ({ title, detail }) => `    open     ${inLine(title)} (${inLine(detail)})`,
    ),
    ...untried(of("not-tried")),
    ...fixes.map(
      ({ what, set }) =>
        `    fix      ${inLine(what)}${set === undefined ? "" : " (--fix does it)"}`,
    ),
    "",
  ];
}

/** A path in the project, from its folder; others are printed in full. */
const fromProject = (file: string, project: string): string =>
  file.startsWith(project + sep) ? relative(project, file) : file;

/** Faults that were not tried, by reason. */
const untried = (faults: readonly FaultResult[]): readonly string[] =>
  [...Map.groupBy(faults, ({ detail }) => detail)].map(
    ([detail, group]) => `    untried  ${group.map(({ id }) => id).join(", ")}: ${inLine(detail)}`,
  );
