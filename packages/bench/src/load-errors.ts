import type { Diagnostic, Hooks } from "@snaphook/engine";

/** Errors in the settings of a project and its plugins: hooks in them are missing. */
export function projectErrors(hooks: Hooks): readonly Diagnostic[] {
  const { diagnostics, files } = hooks.config.snapshot();
  const others = new Set(
    files.filter(({ scope }) => scope === "user" || scope === "managed").map(({ file }) => file),
  );
  return diagnostics.filter(({ level, place }) => level === "error" && !others.has(place.file));
}
