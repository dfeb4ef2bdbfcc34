import { isProfileName, type ProfileName, profiles } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import type { Diagnostic, Origin, Scope, Snapshot } from "../stages/snapshot.ts";
import type { JsonDocument } from "./json-document.ts";

const key = "hookProfile";

/** Scopes that can choose the profile; the first that does decides. */
const choosingScopes: readonly Scope[] = ["managed", "user"];

/** Q2: `hookProfile` of managed settings, else of the user's; a project has no say. */
export function chosenProfile({ settings }: Snapshot): ProfileName | undefined {
  return choosingScopes
    .map((scope) => settings.find(({ origin }) => origin.scope === scope)?.values[key])
    .find((name) => typeof name === "string" && isProfileName(name)) as ProfileName | undefined;
}

/** Q2: reports an unknown profile, and a file that cannot choose one. */
export function checkProfile(document: JsonDocument, { scope }: Origin): readonly Diagnostic[] {
  const name = isObject(document.value) ? document.value[key] : undefined;
  if (name === undefined) return [];
  const place = document.place([key]);
  if (!choosingScopes.includes(scope))
    return [
      {
        code: "profile-not-here",
        level: "warning",
        place,
        message: `${key} is ignored here: it applies only in user and managed settings`,
        advice: "remove it",
      },
    ];
  if (typeof name === "string" && isProfileName(name)) return [];
  return [
    {
      code: "unknown-profile",
      level: "error",
      place,
      message: `${key} is ${shown(name)}, which is not a known profile; it is ignored`,
      advice: `known profiles: ${Object.keys(profiles).join(", ")}`,
    },
  ];
}

const shown = (name: unknown): string =>
  typeof name === "string" ? `"${name.slice(0, 60)}"` : "not a string";
