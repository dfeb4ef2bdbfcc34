import type { NoticeStep } from "../effects/notice.ts";
import { instructionsLoadedInput } from "../instructions/instruction-file.ts";
import type { LoadedInstructions } from "../instructions/load-instructions.ts";
import type { Agent } from "./agent.ts";
import { warning } from "./warning.ts";

/** Fires InstructionsLoaded for each file; what the conversation already has is not added again. */
export async function announceInstructions(
  agent: Agent,
  { files, text, problems }: LoadedInstructions,
): Promise<{ readonly steps: readonly NoticeStep[]; readonly texts: readonly string[] }> {
  for (const problem of problems) agent.emit(warning(problem));
  const steps = await Promise.all(
    files.map((file) => agent.dispatch("InstructionsLoaded", instructionsLoadedInput(file))),
  );
  return { steps, texts: text === "" || agent.conversation.holds(text) ? [] : [text] };
}
