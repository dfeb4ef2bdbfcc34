import type { Hooks } from "@snaphook/engine";
import { brand } from "@snaphook/protocol";
import type { Emit } from "./agent-event.ts";
import { warning } from "./warning.ts";

/** T2: the hooks of the project that do not run because they are not trusted, by name. */
export async function untrustedHooks(hooks: Hooks): Promise<readonly string[]> {
  if (!hooks.config.snapshot().hooks.some(({ origin }) => origin.needsTrust)) return [];
  const states = await hooks.config.statuses();
  return states.flatMap(({ hook, state }) =>
    state === "untrusted" || state === "changed"
      ? [`${hook.event} ${hook.label} (${hook.source.file}:${hook.source.line}, ${state})`]
      : [],
  );
}

/** T2: `--untrusted=fail`. */
export const untrustedError = (names: readonly string[]): Error =>
  new Error(
    `this project has hooks that are not trusted, and --untrusted=fail does not start a session without them: ${names.join("; ")}; review them with "${brand.command} trust"`,
  );

/** T2, T6: reports what is ignored because the project is not trusted, and how to trust it. */
export function reportUntrusted(hooks: Hooks, names: readonly string[], emit: Emit): void {
  const held = hooks.config.untrustedSettings().map(({ file }) => file);
  const parts = [
    ...(names.length > 0 ? [`${names.length} of its hooks: ${names.join("; ")}`] : []),
    ...(held.length > 0 ? [`the settings in ${held.join(", ")}`] : []),
  ];
  if (parts.length === 0) return;
  emit(
    warning(
      `The project is not trusted, so this is ignored: ${parts.join("; and ")}. Review it with "${brand.command} trust", or start with --trust-project.`,
    ),
  );
}
