/** What the pattern of a rule is compared with. */
export type PatternKind = "command" | "path" | "domain" | "name";

const patternKinds: ReadonlyMap<string, PatternKind> = new Map([
  ["Bash", "command"],
  ["Read", "path"],
  ["Write", "path"],
  ["Edit", "path"],
  ["NotebookEdit", "path"],
  ["Glob", "path"],
  ["Grep", "path"],
  ["WebFetch", "domain"],
  ["Agent", "name"],
  ["Skill", "name"],
]);

/**
 * Tools that can do the work of another one: a deny rule for that one covers these too, and so does an allow rule for
 * editing certain files.
 */
const relatedTools: ReadonlyMap<string, readonly string[]> = new Map([
  ["Edit", ["Write", "NotebookEdit"]],
  ["Read", ["Grep", "Glob"]],
]);

/** A rule for certain files that forbids reading them also forbids changing them: an edit shows what was there. */
const changingTools: ReadonlySet<string> = new Set(["Edit", "Write", "NotebookEdit"]);

/** Which related tools a rule covers: `edits` are those that edit the files that a rule for Edit names. */
export type RelatedTools = "none" | "edits" | "all";

/** The kind of pattern a tool takes; undefined for a tool that takes none. */
export function patternKindOf(tool: string): PatternKind | undefined {
  return patternKinds.get(currentName(tool));
}

/** The tools whose rules may have a pattern, for advice. */
export const toolsWithPattern: readonly string[] = [...patternKinds.keys()];

/**
 * Whether a rule is for the called tool: by its name, by its former name (M5), or by its MCP server.
 * With `relatedTools` also if the called tool can do the same work.
 */
export function isForTool(
  { tool, pattern }: { readonly tool: string; readonly pattern?: string },
  calledTool: string,
  options: { readonly relatedTools: RelatedTools },
): boolean {
  const wanted = currentName(tool);
  const called = currentName(calledTool);
  if (wanted === called) return true;
  if (wanted.startsWith("mcp__")) return isOfServer(wanted, called);
  if (options.relatedTools === "none") return false;
  if (options.relatedTools === "edits" && (wanted !== "Edit" || pattern === undefined))
    return false;
  if (wanted === "Read" && pattern !== undefined && changingTools.has(called)) return true;
  return relatedTools.get(wanted)?.includes(called) ?? false;
}

/** M5: Task is the former name of Agent. */
const currentName = (tool: string): string => (tool === "Task" ? "Agent" : tool);

/** `mcp__server` and `mcp__server__*` are all tools of the server. */
function isOfServer(wanted: string, called: string): boolean {
  if (wanted.endsWith("__*")) return called.startsWith(wanted.slice(0, -1));
  const namesServerOnly = !wanted.slice("mcp__".length).includes("__");
  return namesServerOnly && called.startsWith(`${wanted}__`);
}
