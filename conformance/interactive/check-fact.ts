import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hasDialog, inputLineOf, offersOnly } from "../../packages/cli/src/testing/screen.ts";
import type { Terminal } from "../../scripts/testing/tmux.ts";
import { contains, orderDifference, valueDifference } from "./differences.ts";
import { type HookCall, isNamed } from "./hook-log.ts";
import type { Place } from "./place.ts";
import type { Checks } from "./session.ts";

export interface Looked {
  readonly place: Place;
  readonly terminal: Terminal;
  readonly calls: () => readonly HookCall[];
}

/** The first thing that is not as a fact says. */
export async function differenceOf(checks: Checks, looked: Looked): Promise<string | undefined> {
  return (
    (checks.exitCode === undefined ? undefined : await exitDifference(checks.exitCode, looked)) ??
    (checks.order && orderDifference(looked.calls(), checks.order)) ??
    inputDifference(checks.input ?? {}, looked) ??
    (checks.gap && gapDifference(checks.gap, looked)) ??
    recordsDifference(checks, looked) ??
    filesDifference(checks.files ?? {}, looked) ??
    (await screenDifference(checks, looked))
  );
}

async function exitDifference(expected: number, { terminal }: Looked) {
  const found = await terminal.exitCode();
  return found === expected ? undefined : `exit code ${found}, expected ${expected}`;
}

function inputDifference(inputs: NonNullable<Checks["input"]>, { calls }: Looked) {
  for (const [name, fields] of Object.entries(inputs)) {
    const found = calls().findLast((call) => isNamed(call, name));
    if (!found?.input) return `no hook of ${name} has its input`;
    const difference = valueDifference(found.input, fields, name);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function gapDifference(
  { from, to, minMs }: NonNullable<Checks["gap"]>,
  { calls }: Looked,
): string | undefined {
  const at = (name: string) => calls().findLast((call) => isNamed(call, name))?.atMs ?? Number.NaN;
  const ms = at(to) - at(from);
  return ms >= minMs ? undefined : `${ms} ms from ${from} to ${to}, expected at least ${minMs}`;
}

function recordsDifference({ transcript = [], notInTranscript = [] }: Checks, { place }: Looked) {
  if (transcript.length + notInTranscript.length === 0) return undefined;
  const whole = place.transcripts().join("\n");
  const lost = [transcript].flat().find((text) => !contains(whole, text));
  if (lost !== undefined) return `not in the transcript: ${lost}`;
  const found = [notInTranscript].flat().find((text) => contains(whole, text));
  return found === undefined ? undefined : `in the transcript: ${found}`;
}

function filesDifference(files: NonNullable<Checks["files"]>, { place }: Looked) {
  for (const [file, expected] of Object.entries(files)) {
    const path = join(place.cwd, file);
    const content = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const fits =
      expected === "ABSENT"
        ? content === undefined
        : content !== undefined && contains(content, expected);
    if (!fits) return `${file}: expected ${expected}, found ${content ?? "no file"}`;
  }
  return undefined;
}

async function screenDifference(
  { shows = [], hides = [], inputLine, dialog, offers }: Checks,
  { terminal }: Looked,
) {
  const others = [inputLine, dialog, offers];
  if (shows.length + hides.length === 0 && others.every((check) => check === undefined))
    return undefined;
  const screen = await terminal.screen();
  const typed = inputLineOf(screen);
  if (inputLine !== undefined && typed !== inputLine)
    return `in the input line: ${typed}, expected ${inputLine}\n${screen}`;
  if (dialog !== undefined && hasDialog(screen) !== (dialog === "open"))
    return `the dialog is not ${dialog}\n${screen}`;
  if (offers !== undefined && !offersOnly(screen, offers))
    return `the dialog does not offer ${offers.join(", ")} and nothing else\n${screen}`;
  const lost = [shows].flat().find((text) => !contains(screen, text));
  if (lost !== undefined) return `not on the screen: ${lost}\n${screen}`;
  const found = [hides].flat().find((text) => contains(screen, text));
  return found === undefined ? undefined : `on the screen: ${found}\n${screen}`;
}
