import { claudeCode } from "./claude-code.ts";
import { reference } from "./reference.ts";

/** The profiles by the name a user may choose; a bare name is the newest version. */
export const profiles = {
  reference,
  "claude-code": claudeCode,
  "claude-code@2.1.325": claudeCode,
} as const;

export type ProfileName = keyof typeof profiles;

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(profiles, name);
