import type { ScopeSettings } from "@snaphook/engine";
import { readPermissions } from "./permission-settings.ts";

/** What is wrong with the permissions of settings, in words; each bad part is left out alone. */
export const permissionProblems = (settings: readonly ScopeSettings[]): readonly string[] =>
  settings.flatMap((one) => readPermissions(one).problems);
