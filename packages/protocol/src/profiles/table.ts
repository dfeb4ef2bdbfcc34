import { claudeCode } from "./claude-code.ts";
import { envoy } from "./envoy.ts";
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
