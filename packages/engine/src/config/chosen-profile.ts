import { isProfileName, type ProfileName } from "@snaphook/protocol";
import type { Snapshot } from "../stages/snapshot.ts";

/** Q2: `hookProfile` of managed settings, else of the user's; a project has no say. */
export function chosenProfile({ settings }: Snapshot): ProfileName | undefined {
  for (const scope of ["managed", "user"] as const) {
    const name = settings.find(({ origin }) => origin.scope === scope)?.values["hookProfile"];
    if (typeof name === "string" && isProfileName(name)) return name;
  }
  return undefined;
}
