import { basename, dirname, join, resolve } from "node:path";
import { realTarget } from "../real-target.ts";
import { startsOf } from "./judge-path.ts";
import type { Rule } from "./rule.ts";
import type { RuleContext, ToolCall } from "./tool-call.ts";

/** A call in the form that rules judge. */
export interface CallView {
  readonly call: ToolCall;
  readonly context: RuleContext;
}

const pathFields = ["file_path", "notebook_path", "path"];

/**
 * A call as written, then with links resolved: a deny rule applies if it matches any of these views, an allow
 * rule only if it matches all.
 */
export function viewsOf(call: ToolCall, context: RuleContext): readonly [CallView, ...CallView[]] {
  const written: CallView = { call, context };
  if (call.toolName === "Bash") return [written];
  const real = realContext(context);
  const input = call.toolInput as Readonly<Record<string, unknown>>;
  const field = pathFields.find((name) => typeof input[name] === "string");
  if (field === undefined) return [written, { call, context: real }];
  const path = resolve(context.cwd, input[field] as string);
  const targets = new Set([realTarget(path), join(realTarget(dirname(path)), basename(path))]);
  const views = [...targets].map((target) => ({
    call: { ...call, toolInput: { ...input, [field]: target } },
    context: real,
  }));
  return [written, ...views];
}

export const realContext = ({ cwd, projectDirectory, home }: RuleContext): RuleContext => ({
  cwd: realTarget(cwd),
  projectDirectory: realTarget(projectDirectory),
  home: realTarget(home),
});

/** The folder that a pattern names before its first wildcard, and the rest. */
const anchored = /^(\/\/|~\/|\/|\.\/|)([^*?[\]{}!\\]*\/|)(.*)$/s;

/** Rules with the links in their folders resolved; those without links are omitted. */
export function realRules(
  rules: readonly Rule[],
  context: RuleContext,
  { inProject }: { readonly inProject: boolean },
): readonly Rule[] {
  const inProjectOnly = {
    "/": [context.projectDirectory],
    "./": startsOf(context, "any"),
    "": startsOf(context, "any"),
  };
  const roots: Readonly<Record<string, readonly string[]>> = {
    "//": ["/"],
    "~/": [context.home],
    ...(inProject ? inProjectOnly : {}),
  };
  return rules.flatMap((rule) => {
    if (rule.pattern === undefined || rule.tool === "Bash") return [];
    const [, start = "", folder = "", rest = ""] = anchored.exec(rule.pattern) ?? [];
    return (roots[start] ?? []).flatMap((root) => {
      const named = join(root, folder);
      const real = realTarget(named);
      if (real === resolve(named)) return [];
      // Special characters in the real folder's name are escaped.
      const literal = real.replaceAll(/[\\*?[\]{}!#]/g, "\\$&");
      return [{ ...rule, pattern: `/${literal}/${rest}` }];
    });
  });
}
