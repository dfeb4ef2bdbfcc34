import ignore from "ignore";
import { type PathTarget, targetsOf } from "./path-target.ts";
import { pathBelow, resolvePath } from "./posix-path.ts";
import type { Rule } from "./rule.ts";
import { type Judgement, type Need, quote, type RuleContext, type ToolCall } from "./tool-call.ts";
import { worktreeOriginals } from "./worktree-original.ts";

/** How `if` differs from other path rules. */
export interface PathOptions {
  /** `/x` is also the absolute path, not only a path of the project (M7, for `if`). */
  readonly slashIsAlsoRoot: boolean;
}

/** Whether one of the rules matches the path of a call, or both paths if it can be read in two ways. */
export function judgePath(
  rules: readonly Rule[],
  call: ToolCall,
  context: RuleContext,
  need: Need,
  options: PathOptions,
): Judgement {
  const written = targetsOf(call, context);
  if (written === undefined) return { holds: need === "any", because: "the path cannot be read" };
  const targets = need === "any" ? written.flatMap(withOriginals) : written;
  const starts = startsOf(context, need);
  const matches = targets.map(({ path, isDirectory }) => ({
    path,
    rule: rules.find(({ pattern = "**" }) =>
      isCostly(pattern, path)
        ? need === "any"
        : anchorsOf(pattern, context, starts, options).some((anchor) =>
            covers(anchor, path, isDirectory),
          ),
    ),
  }));
  const missed = matches.find(({ rule }) => rule === undefined);
  const matched = matches.find(({ rule }) => rule !== undefined);
  if (matched !== undefined && (need === "any" || missed === undefined))
    return { holds: true, because: `path ${quote(matched.path)} matches ${matched.rule?.text}` };
  return { holds: false, because: `no rule matches path ${quote(missed?.path ?? "")}` };
}

/** A file in a worktree is judged as itself, and as the project's file that it is a copy of. */
const withOriginals = (target: PathTarget): readonly PathTarget[] => [
  target,
  ...worktreeOriginals(target.path).map((path) => ({ ...target, path })),
];

/** More steps than this are not taken. */
const maxSteps = 10_000_000;

/**
 * Whether it would take too long to compare a path with a pattern: each wildcard can end at every name, or every
 * character of a name. No one has such paths; then a rule that refuses holds, and one that allows does not.
 */
function isCostly(pattern: string, path: string): boolean {
  const names = path.split("/");
  const longest = Math.max(...names.map((name) => name.length));
  const parts = pattern
    .split("/")
    .filter((part, index, all) => part !== "**" || all[index - 1] !== part);
  const folders = parts.filter((part) => part === "**").length;
  const most = Math.max(...parts.map((part) => part.split("*").length - 1));
  return names.length ** folders > maxSteps || longest ** most > maxSteps;
}

/** A gitignore pattern and the directory it belongs to. */
interface Anchor {
  readonly root: string;
  readonly pattern: string;
}

/**
 * M7: the directories that a relative pattern starts from. The model chooses the current directory, so a rule that
 * restricts holds at the project too, and one that allows holds only there.
 */
export const startsOf = ({ cwd, projectDirectory }: RuleContext, need: Need): readonly string[] => [
  ...new Set(need === "any" ? [projectDirectory, cwd] : [projectDirectory]),
];

/** M7: where a pattern starts from. */
function anchorsOf(
  written: string,
  { projectDirectory, home }: RuleContext,
  starts: readonly string[],
  options: PathOptions,
): readonly Anchor[] {
  const pattern = written.replaceAll(/\/+/g, "/").replaceAll(/(?:\*\*\/)+/g, "**/");
  if (written.startsWith("//")) return [anchor("/", pattern)];
  if (pattern.startsWith("/")) {
    const project = anchor(projectDirectory, pattern);
    return options.slashIsAlsoRoot ? [project, anchor("/", pattern)] : [project];
  }
  if (/^~(?:\/|$)/.test(pattern)) return [anchor(home, pattern.slice(1))];
  if (/^\.(?:\/|$)/.test(pattern)) return starts.map((start) => anchor(start, pattern.slice(1)));
  const parents = /^(?:\.\.\/)+/.exec(pattern)?.[0] ?? "";
  if (parents !== "")
    return starts.map((start) =>
      anchor(`${start}/${parents}`, `/${pattern.slice(parents.length)}`),
    );
  return starts.map((start) => anchor(start, pattern));
}

function anchor(root: string, pattern: string): Anchor {
  // A pattern of the directory itself means everything in it; # would start a comment.
  const text = pattern === "" || pattern === "/" ? "/**" : pattern.replace(/^#/, "\\#");
  return { root: resolvePath("/", root), pattern: text };
}

/** A name that no pattern contains. */
const anyName = "\u{F0000}";

/** A directory is covered if it is matched itself, or any name in it would be. */
function covers({ root, pattern }: Anchor, path: string, isDirectory: boolean): boolean {
  const relative = pathBelow(root, path);
  if (relative === undefined) return false;
  const patterns = ignore({ ignorecase: false, allowRelativePaths: true }).add({ pattern });
  if (relative !== "" && patterns.ignores(relative)) return true;
  return isDirectory && patterns.ignores(relative === "" ? anyName : `${relative}/${anyName}`);
}
