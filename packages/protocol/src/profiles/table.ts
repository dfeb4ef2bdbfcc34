import { claudeCode } from "./claude-code.ts";
import { envoy } from "./envoy.ts";
import type { Profile } from "./profile.ts";
import { reference } from "./reference.ts";

/** The profiles by the name a user may choose; a bare name is the newest version (Q2). */
export const profiles = {
  reference,
  "claude-code": claudeCode,
  [claudeCode.name as "claude-code@2.1.325"]: claudeCode,
  envoy,
} as const;

export type ProfileName = keyof typeof profiles;

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(profiles, name);

/** Finds a profile by its full name, as in outcomes and traces, or by the short name that users choose. */
export const profileNamed = (name: string): Profile | undefined =>
  isProfileName(name) ? profiles[name] : undefined;
