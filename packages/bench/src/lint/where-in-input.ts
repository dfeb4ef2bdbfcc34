import type { EventDefinition } from "@snaphook/protocol";
import type { Language } from "./code-parts.ts";

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

/** How code reads what a variable was expected to have. `once`: other code reads stdin too, and it can be read only once. */
export function whereInInput(
  variable: string,
  { isAboutTool }: EventDefinition,
  { language, once }: { readonly language: Language; readonly once: boolean },
): string {
  const field = /TOOL_INPUT_(\w+)$/.exec(variable)?.[1]?.toLowerCase();
  const path =
    field === undefined
      ? meanings.find(([name]) => name.test(variable))?.[1]
      : `.tool_input.${field}`;
  const known = path === undefined || (path.includes("tool_") && !isAboutTool) ? "." : path;
  return ways[language](known, once);
}

const ways: Readonly<Record<Language, (path: string, once: boolean) => string>> = {
  shell: (path, once) => {
    const jq = path === "." ? "jq ." : `jq -r '${path}'`;
    return once
      ? `read stdin once, with input=$(cat), and then: printf '%s' "$input" | ${jq}`
      : `read it from stdin: ${jq}`;
  },
  python: (path) =>
    `read it from stdin: data = json.load(sys.stdin), and then data${inQuotes(path)}`,
  javascript: (path) =>
    `read it from stdin: const input = JSON.parse(readFileSync(0, "utf8")), and then input${path === "." ? "" : path}`,
  ruby: (path) =>
    `read it from stdin: input = JSON.parse($stdin.read), and then input${inQuotes(path)}`,
  other: (path) => `parse stdin as JSON${path === "." ? "" : `, and read ${path.slice(1)}`}`,
};

/** `.a.b` as `["a"]["b"]`. */
const inQuotes = (path: string): string =>
  path.replaceAll(/\.(\w+)/g, '["$1"]').replace(/^\.$/, "");
