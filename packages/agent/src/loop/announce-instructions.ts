import type { NoticeStep } from "../effects/notice.ts";
import { instructionsLoadedInput } from "../instructions/instruction-file.ts";
import type { LoadedInstructions } from "../instructions/load-instructions.ts";
import type { Agent } from "./agent.ts";
import { warning } from "./warning.ts";

/**
 * Fires InstructionsLoaded for each file; what the conversation already has is not added again. `compact`: they are
 * loaded again, because a compaction removes what the conversation has.
 */
export async function announceInstructions(
  agent: Agent,
  { files, text, problems }: LoadedInstructions,
  again?: "compact",
): Promise<{ readonly steps: readonly NoticeStep[]; readonly texts: readonly string[] }> {
  for (const problem of problems) agent.emit(warning(problem));
  const steps = await Promise.all(
    files.map((file) => {
      const loadReason =
        file.loadReason === "session_start" ? (again ?? file.loadReason) : file.loadReason;
      return agent.dispatch("InstructionsLoaded", instructionsLoadedInput({ ...file, loadReason }));
    }),
  );
  const isThere = again === undefined && agent.conversation.holds(text);
  return { steps, texts: text === "" || isThere ? [] : [text] };
}
