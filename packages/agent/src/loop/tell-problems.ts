import type { Hooks } from "@snaphook/engine";
import type { LeftProcess } from "../sessions/left-behind.ts";
import type { Emit } from "./agent-event.ts";
import { warning } from "./warning.ts";

/** C5: nothing about loading is silent. */
export function tellProblems(hooks: Hooks, emit: Emit): void {
  for (const { level, place, message, advice } of hooks.snapshot().diagnostics)
    emit({
      type: "notice",
      level,
      text: `${place.file}:${place.line}:${place.column} ${message}; ${advice}`,
    });
}

/** P13: what a killed host could not end goes on, and only the user can say whether it may. */
export function tellLeftBehind(processes: readonly LeftProcess[], emit: Emit): void {
  for (const { pid, command } of processes)
    emit(
      warning(
        `process ${pid} still runs: this session started it and was killed (${command}); kill ${pid} ends it`,
      ),
    );
}
