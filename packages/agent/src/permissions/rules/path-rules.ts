import { statSync } from "node:fs";
import { join } from "node:path";
import { realRules, realTarget, viewsOf } from "@snaphook/engine/internal";
import { denyHolds, type Rule, type RuleContext, type ToolCall } from "@snaphook/engine/rules";
import { createNameReader } from "../../tools/shell/read-only/expand-names.ts";

/** Rules for a path, by the tool they name. */
const readingTools = /^(?:Read|Grep|Glob)$/;
const editingTools = /^(?:Edit|Write|NotebookEdit)$/;

export const isPathRule = ({ tool, pattern }: Rule): boolean =>
  pattern !== undefined && (readingTools.test(tool) || editingTools.test(tool));

/** A rule for editing is about changes only; one for reading forbids every use of a file. */
export const isAboutEdits = ({ tool }: Rule): boolean => editingTools.test(tool);

/** Whether a rule is about what a call of a file tool does. */
export const isPathRuleFor = (rule: Rule, { toolName }: ToolCall): boolean =>
  isPathRule(rule) && (!isAboutEdits(rule) || editingTools.test(toolName));

/** How many names are looked at below a folder. */
const maxNames = 20_000;

/** Whether a rule matches a file, by any path to it: links are followed, and a hard link is the same file. */
export function matchesFile(rule: Rule, path: string, context: RuleContext): boolean {
  return matchesPath(rule, path, context) || matchesHardLink(rule, path, context);
}

/** The same without looking for hard links. */
function matchesPath(rule: Rule, path: string, context: RuleContext): boolean {
  const toolName = isAboutEdits(rule) ? "Edit" : "Read";
  const asked = { ...rule, tool: toolName };
  const views = viewsOf({ toolName, toolInput: { file_path: path } }, context);
  const holds = (one: Rule) => views.some((view) => denyHolds(one, view.call, view.context).holds);
  return holds(asked) || realRules([asked], context, { inProject: true }).some(holds);
}

/** Whether everything in a folder is matched by a rule, such as `locked` by `Edit(locked/**)`. */
export function matchesFolder(rule: Rule, path: string, context: RuleContext): boolean {
  const asked = { ...rule, tool: "Read" };
  return viewsOf({ toolName: "Grep", toolInput: { path } }, context).some(
    (view) => denyHolds(asked, view.call, view.context).holds,
  );
}

/** A file below a folder that a rule matches; "too many" if there is too much to look at. */
export function matchBelow(
  rule: Rule,
  folder: string,
  context: RuleContext,
  fits: (path: string) => boolean = () => true,
): string | undefined {
  const reader = createNameReader(maxNames);
  const couldMatch = nameFilter(rule);
  const open = [realTarget(folder)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { name, isFolder } of reader.namesIn(at)) {
      const path = join(at, name);
      if (isFolder) open.push(path);
      else if (couldMatch(path) && fits(path) && matchesPath(rule, path, context)) return path;
    }
    if (reader.isExhausted()) return "too many files to look at";
  }
  return undefined;
}

/** One of these paths that a rule matches; "too many" if there are too many to look at. */
export function matchAmong(
  rule: Rule,
  paths: readonly string[],
  context: RuleContext,
): string | undefined {
  const candidates = paths.filter(nameFilter(rule));
  if (candidates.length > maxNames) return "too many files to look at";
  return candidates.find((path) => matchesPath(rule, path, context));
}

/** A quick test of a path, because a rule takes long: the last literal name of the pattern has to occur in it. */
function nameFilter({ pattern = "" }: Rule): (path: string) => boolean {
  const literal = pattern.split("/").findLast((part) => part !== "" && !/[*?[\]\\!{}~]/.test(part));
  if (literal === undefined || literal === "." || literal === "..") return () => true;
  return (path) => path.includes(literal);
}

/** Whether a file is one that a rule matches, under another name. */
export function matchesHardLink(rule: Rule, path: string, context: RuleContext): boolean {
  const identity = identityOf(path);
  if (identity === undefined) return false;
  const isSame = (other: string) => other !== path && identityOf(other) === identity;
  return [...new Set([context.projectDirectory, context.cwd])].some(
    (folder) => matchBelow(rule, folder, context, isSame) !== undefined,
  );
}

/** What identifies a file that has several names; undefined for others. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino, nlink } = statSync(path, { bigint: true });
    return nlink > 1n ? `${dev}:${ino}` : undefined;
  } catch {
    return undefined;
  }
}
