import { isProfileName, type Profile, profiles } from "@snaphook/protocol";

/** The variable with the swaps to try, separated by commas. */
export const swapsVariable = "SWAPS";

/** Swaps an answer between two profiles, named as "question profile profile". Returns what swaps it back. */
export function swapAnswers(swap: string): () => void {
  const [question = "", one = "", other = ""] = swap.split(" ");
  if (!isProfileName(one) || !isProfileName(other) || !(question in profiles[one]))
    throw new Error(`not a question and two profiles: ${swap}`);
  const key = question as keyof Profile;
  const [mine, theirs] = [profiles[one][key], profiles[other][key]];
  Object.assign(profiles[one], { [key]: theirs });
  Object.assign(profiles[other], { [key]: mine });
  return () => {
    Object.assign(profiles[one], { [key]: mine });
    Object.assign(profiles[other], { [key]: theirs });
  };
}
