import type { ToolCall } from "./tool-call.ts";

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

type McpCall = Pick<ToolCall, "toolName" | "mcpServer">;

/**
 * Whether a rule is for the called tool: by its name, by its former name (M5), or by its MCP server.
 * With `relatedTools` also if the called tool can do the same work.
 */
export function isForTool(
  { tool, pattern }: { readonly tool: string; readonly pattern?: string },
  call: McpCall,
  options: { readonly relatedTools: RelatedTools; readonly exactServer: boolean },
): boolean {
  const wanted = currentName(tool);
  const called = currentName(call.toolName);
  if (wanted === called) return true;
  if (wanted.startsWith("mcp__")) return isForMcpTool(wanted, call, options.exactServer);
  if (options.relatedTools === "none") return false;
  if (options.relatedTools === "edits" && (wanted !== "Edit" || pattern === undefined))
    return false;
  if (wanted === "Read" && pattern !== undefined && changingTools.has(called)) return true;
  return relatedTools.get(wanted)?.includes(called) ?? false;
}

/** M5: Task is the former name of Agent. */
const currentName = (tool: string): string => (tool === "Task" ? "Agent" : tool);

/** M5: a server or tool as its tools are called: other characters than letters, digits, `_` and `-` become `_`. */
export const mcpName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_");

/**
 * `mcp__server` and `mcp__server__*` are all tools of the server. Names of servers and tools may contain `__`, so the
 * name of a tool does not always show its server: a rule that allows needs the exact server, the others match in doubt.
 */
function isForMcpTool(
  wanted: string,
  { toolName: called, mcpServer }: McpCall,
  exactServer: boolean,
): boolean {
  const namesServer = wanted.endsWith("__*");
  const server = mcpName(wanted.replace(/__\*$/, ""));
  if (server === called) return !namesServer;
  if (!called.startsWith(`${server}__`)) return false;
  const isServer = mcpServer !== undefined && server === `mcp__${mcpName(mcpServer)}`;
  if (isServer || (exactServer && mcpServer !== undefined)) return isServer;
  const hasOneReading = !server.slice("mcp__".length).includes("__");
  return exactServer
    ? hasOneReading && !called.slice(server.length + 2).includes("__")
    : hasOneReading || namesServer;
}
