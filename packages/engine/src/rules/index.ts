/** Permission rules (M7-M9) on parsed shell commands and paths, for a host's own permissions. */
export { likelyTool, unknownServer, unknownTool } from "./known-tools.ts";
export { allowHolds, denyHolds } from "./permissions.ts";
export { type ParsedRule, parseRule, type Rule } from "./rule.ts";
export { type CommandLine, commandsOf } from "./shell/command-line.ts";
export { isFedScript, unknownScript } from "./shell/fed-scripts.ts";
export { possibleCommands } from "./shell/possible-commands.ts";
export { readsScript } from "./shell/started-by-programs.ts";
export type { WordPiece } from "./shell/word-pieces.ts";
export { splitRules } from "./split-rules.ts";
export { type Judgement, type RuleContext, type ToolCall, textField } from "./tool-call.ts";
export { isForTool, mcpName } from "./tools.ts";
