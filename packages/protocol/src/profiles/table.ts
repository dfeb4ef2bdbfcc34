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

/** The profile that a name stands for: its own, as outcomes and traces tell it, or one a user may choose. */
export const profileNamed = (name: string): Profile | undefined =>
  isProfileName(name) ? profiles[name] : undefined;
