import type { Hooks } from "@snaphook/engine";
import { eventNames, type HooksReport } from "@snaphook/protocol";
import { hookRow, skippedRows } from "../explain/explain-report.ts";
import { filesOf } from "../files.ts";
import { inLine, printFiles, printPlace } from "../print.ts";

/** Every configured hook with its state, whatever the event. */
export async function hooksReport(hooks: Hooks): Promise<HooksReport> {
  const snapshot = hooks.config.snapshot();
  const states = await hooks.config.statuses();
  return {
    hooks: [
      ...states.map(({ hook, state, because }) => ({ ...hookRow(hook), state, because })),
      ...skippedRows(snapshot).map((row) => ({ ...row, state: "invalid" as const })),
    ],
    files: filesOf(hooks),
  };
}

/** The hooks by event, in the order of the contract, for a person. */
export function printHooks({ hooks, files }: HooksReport): string {
  const order: readonly string[] = eventNames;
  const byEvent = Map.groupBy(hooks, (hook) => hook.event);
  const names = [...byEvent.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const lines = names.flatMap((name) => [
    inLine(name),
    ...(byEvent.get(name) ?? []).flatMap(
      ({ id, label, scope, owner, matcher, state, because, source }) => [
        `  ${(id ?? "-").padEnd(12)}  ${state.padEnd(12)}  ${scopeLabel(scope, owner).padEnd(10)}  ${inLine(matcher ?? "*")}  ${inLine(label)}`,
        `  ${" ".repeat(12)}  ${printPlace(source)}`,
        ...(state === "ready" ? [] : [`  ${" ".repeat(12)}  ${inLine(because)}`]),
      ],
    ),
    "",
  ]);
  const none = hooks.length === 0 ? ["no hooks are configured", ""] : [];
  return [...none, ...lines, ...printFiles(files)].join("\n");
}

/** U1: User, Project, Local … */
function scopeLabel(scope: string, owner: string | null): string {
  const label = scope.charAt(0).toUpperCase() + scope.slice(1);
  return inLine(owner === null ? label : `${label} ${owner}`);
}
