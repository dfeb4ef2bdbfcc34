import { isAbsolute } from "node:path";
import type { Diagnostic, Hooks } from "@snaphook/engine";
import { codeFile, configFolderVariable } from "@snaphook/engine/internal";
import type { BegunSession } from "../sessions/begin-session.ts";
import type { LeftoverProcess } from "../sessions/leftover-processes.ts";
import type { Emit } from "./agent-event.ts";
import type { CompleteOptions } from "./complete-options.ts";
import { warning } from "./warning.ts";

/** How many problems have a line of their own at the start. */
const maxLines = 3;

/** C5: every problem found while loading is reported: errors first, each in a line, and many of them as a count. */
export function reportDiagnostics(hooks: Hooks, emit: Emit): void {
  const { diagnostics } = hooks.config.snapshot();
  const errors = diagnostics.filter(({ level }) => level === "error");
  const all = [...errors, ...diagnostics.filter(({ level }) => level !== "error")];
  const shown = all.length > maxLines ? all.slice(0, maxLines - 1) : all;
  const others = all.slice(shown.length);
  for (const problem of shown)
    emit({ type: "notice", level: problem.level, text: textOf(problem) });
  if (others.length > 0)
    emit({
      type: "notice",
      level: others.some(({ level }) => level === "error") ? "error" : "warning",
      text: `${others.length} more problems in settings; to see all: ${hooks.config.commandFor("lint")}`,
      details: others.map(textOf),
    });
}

const textOf = ({ place, message, advice }: Diagnostic): string =>
  `${placeOf(place)} ${message}; ${advice}`;

/** What a driver or an embedder registers has no lines. */
const placeOf = ({ file, line, column, path }: Diagnostic["place"]): string =>
  file === codeFile ? `hooks in code, ${path}:` : `${file}:${line}:${column}`;

/** T1: a relative path could make the project's settings the user's own, so it is not used. */
export function reportHome(
  { env, home, configFolder }: Pick<CompleteOptions, "env" | "home" | "configFolder">,
  emit: Emit,
): void {
  for (const [name, used] of [
    ["HOME", home],
    [configFolderVariable, configFolder],
  ] as const) {
    const found = env[name];
    if (found && !isAbsolute(found))
      emit(
        warning(`${name} is "${found}", which is not an absolute path; ${used} is used instead`),
      );
  }
}

/** G9: lines of a transcript that are not records are ignored, and the user is warned. */
export function reportTranscriptDamage({ earlier, transcript }: BegunSession, emit: Emit): void {
  const { badLines = 0, problems: [first] = [] } = earlier ?? {};
  const torn = transcript.tornBytes;
  if (first)
    emit(
      warning(
        `${transcript.path}: ${badLines} ${badLines === 1 ? "line is not a valid record and is" : "lines are not valid records and are"} ignored; the first is line ${first.line}: ${first.message}`,
      ),
    );
  if (torn > 0)
    emit(
      warning(`${transcript.path}: the last record is incomplete and was removed (${torn} bytes)`),
    );
}

/**
 * P13: processes that a killed host could not end are still running, and only the user can decide what to do
 * about them.
 */
export function reportLeftoverProcesses(processes: readonly LeftoverProcess[], emit: Emit): void {
  for (const { pid, command } of processes)
    emit(
      warning(
        `process ${pid} is still running (${command}): this session started it and was then killed; run "kill ${pid}" to end it`,
      ),
    );
}
