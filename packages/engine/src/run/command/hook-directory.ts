import type { HookEvent } from "../../stages/hook-event.ts";
import type { RunContext } from "../run-context.ts";

/** P6, or where the session started (section 12 of the contract). */
export const hookDirectory = (
  { input }: HookEvent,
  { profile, projectDirectory }: Pick<RunContext, "profile" | "projectDirectory">,
): string =>
  profile.hookDirectory === "session-start"
    ? projectDirectory
    : String(input["cwd"] ?? projectDirectory);
