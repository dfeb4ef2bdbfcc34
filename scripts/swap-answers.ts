// A vitest set-up file for check-profile-tests.ts: swaps one answer between two profiles before the tests of a file run.
import { isProfileName, type Profile, profiles } from "@snaphook/protocol";

const [question = "", one = "", other = ""] = (process.env["SWAPPED_ANSWER"] ?? "").split(" ");
if (!isProfileName(one) || !isProfileName(other) || !(question in profiles[one]))
  throw new Error(`not a question and two profiles: ${process.env["SWAPPED_ANSWER"]}`);
const key = question as keyof Profile;

// Test files share one worker and its modules, so an earlier file may have swapped the answers already.
const worker = globalThis as { swapBack?: () => void };
worker.swapBack?.();
const [mine, theirs] = [profiles[one][key], profiles[other][key]];
Object.assign(profiles[one], { [key]: theirs });
Object.assign(profiles[other], { [key]: mine });
worker.swapBack = () => {
  Object.assign(profiles[one], { [key]: mine });
  Object.assign(profiles[other], { [key]: theirs });
};
