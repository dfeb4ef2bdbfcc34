import type { Diagnostic, ScopeSettings } from "../stages/snapshot.ts";
import type { JsonDocument } from "./json-document.ts";
import { readPermissions } from "./read-permissions.ts";

/** C5: what is wrong with `permissions` of a settings file, with the place in it. */
export const checkPermissions = (
  document: JsonDocument,
  settings: Pick<ScopeSettings, "values" | "origin">,
): readonly Diagnostic[] =>
  readPermissions(settings).findings.map(({ path, ...finding }) => ({
    ...finding,
    place: document.place(path),
  }));
