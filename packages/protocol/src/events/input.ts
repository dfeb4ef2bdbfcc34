import { z } from "zod";

/** E21: what the input of every event carries. Loose: a host may tell more. */
const baseInput = z.looseObject({
  session_id: z.string(),
  transcript_path: z.string().optional(),
  cwd: z.string(),
  hook_event_name: z.string(),
  permission_mode: z.string().optional(),
  agent_id: z.string().optional(),
  agent_type: z.string().optional(),
});

/** E3: what the input of every event about one tool call adds. */
export const toolInput = baseInput.extend({
  tool_name: z.string(),
  tool_input: z.record(z.string(), z.unknown()),
  tool_use_id: z.string(),
});
