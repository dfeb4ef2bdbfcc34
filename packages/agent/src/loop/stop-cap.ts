import type { Environment } from "../environment.ts";

const variable = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP";
const usual = 8;

/** G4: how many blocks in a row Stop hooks are granted; a value that is no number is told and not used. */
export function stopCap(env: Environment, warn: (text: string) => void): number {
  const text = env[variable];
  if (text === undefined || text === "") return usual;
  const cap = Number(text);
  if (Number.isInteger(cap) && cap >= 0) return cap;
  warn(`${variable}=${text} is not used: a whole number from 0 on is needed; it is ${usual}`);
  return usual;
}
