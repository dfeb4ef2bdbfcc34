import type { Hooks, PermissionAnswer, ScopeSettings } from "@snaphook/engine";
import { homeFolder, readPermissions } from "@snaphook/engine/internal";
import { allowHolds, denyHolds, parseRule, type Rule } from "@snaphook/engine/rules";

/** What the permission rules of the settings say about a call of a tool. */
export type JudgeCall = (
  tool: string,
  input: unknown,
  /** What the tool is called besides; deny and ask rules for each name apply. */
  otherNames?: readonly string[],
) => PermissionAnswer;

interface Rules {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly allow: readonly Rule[];
  readonly asksNever: boolean;
}

/**
 * G1: deny rules, ask rules, allow rules. A call that no rule names is the client's business, which asks its user
 * itself; with `askFirst` it needs approval here too.
 */
export function judgeBy(
  { config, cwd }: Pick<Hooks, "config" | "cwd">,
  { serverName, askFirst }: { readonly serverName: string; readonly askFirst: boolean },
): JudgeCall {
  const context = { cwd, projectDirectory: cwd, home: homeFolder() };
  let seen: readonly ScopeSettings[] | undefined;
  let rules: Rules = { deny: [], ask: [], allow: [], asksNever: false };
  return (tool, toolInput, otherNames = []) => {
    const settings = config.settings();
    if (settings !== seen) rules = rulesOf(settings);
    seen = settings;
    const call = { toolName: tool, toolInput, mcpServer: serverName };
    const calls = [tool, ...otherNames].map((toolName) => ({ ...call, toolName }));
    const matching = (list: readonly Rule[]) =>
      list.find((rule) => calls.some((one) => denyHolds(rule, one, context).holds));
    const denied = matching(rules.deny);
    if (denied) return { deny: `the settings deny this call of ${tool} (${denied.text})` };
    const asked = matching(rules.ask);
    if (asked) {
      const reason = `the settings require approval of this call of ${tool} (${asked.text})`;
      return rules.asksNever
        ? { deny: `${reason}, and the mode dontAsk asks no one` }
        : { ask: reason };
    }
    if (!askFirst || allowHolds(rules.allow, call, context).holds) return "allow";
    return rules.asksNever
      ? { unlessGranted: `no rule allows ${tool}, and the mode dontAsk asks no one` }
      : { question: `no rule allows ${tool}, and no one is available to approve it` };
  };
}

function rulesOf(settings: readonly ScopeSettings[]): Rules {
  const written = settings.map(readPermissions);
  const list = (key: "deny" | "ask" | "allow") =>
    written
      .flatMap((permissions) => permissions[key])
      .flatMap((text) => {
        const rule = parseRule(text);
        return rule.ok ? [rule.rule] : [];
      });
  const asksNever = written.some(({ defaultMode }) => defaultMode === "dontAsk");
  return { deny: list("deny"), ask: list("ask"), allow: list("allow"), asksNever };
}
