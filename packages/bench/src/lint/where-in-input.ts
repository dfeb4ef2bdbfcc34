import type { EventDefinition } from "@snaphook/protocol";

/** Which field people mean by a part of a variable's name; the first that fits counts. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/TOOL_NAME|HOOK_TOOL$|CLAUDE_TOOL$/, ".tool_name"],
  [/TOOL_USE_ID/, ".tool_use_id"],
  [/OUTPUT|RESPONSE|RESULT/, ".tool_response"],
  [/FILE|PATH|CHANGED|EDITED/, ".tool_input.file_path"],
  [/COMMAND/, ".tool_input.command"],
  [/TRANSCRIPT/, ".transcript_path"],
  [/SESSION/, ".session_id"],
  [/PROMPT|ARGUMENTS/, ".prompt"],
  [/EVENT/, ".hook_event_name"],
  [/CWD|WORKING/, ".cwd"],
  [/NOTIFICATION|MESSAGE/, ".message"],
  [/AGENT/, ".agent_type"],
  [/TOOL_(?:INPUT|ARGS)/, ".tool_input"],
];

/** How a shell command reads what a variable was expected to have. */
export function whereInInput(variable: string, { isAboutTool }: EventDefinition): string {
  const field = /TOOL_INPUT_(\w+)$/.exec(variable)?.[1]?.toLowerCase();
  const path =
    field === undefined
      ? meanings.find(([name]) => name.test(variable))?.[1]
      : `.tool_input.${field}`;
  if (path === undefined || (path.includes("tool_") && !isAboutTool)) return "jq .";
  return `jq -r '${path}'`;
}
