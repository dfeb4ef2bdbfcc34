import { readPermissions } from "../config/read-permissions.ts";
import { viewsOf } from "../rules/path-views.ts";
import { denyHolds } from "../rules/permissions.ts";
import { parseRule, type Rule } from "../rules/rule.ts";
import type { RuleContext } from "../rules/tool-call.ts";
import type { ScopeSettings } from "../stages/snapshot.ts";
import type { PermissionAnswer, ToolCallRequest } from "../tool/tool-call.ts";

/** The deny and ask rules of settings files, parsed. */
interface SettingsRules {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
}

const parsed = new WeakMap<readonly ScopeSettings[], SettingsRules>();

/** G1, M9: what the deny and ask rules of the applied settings say about a call; allow rules are the host's business. */
export function judgeBySettings(
  call: ToolCallRequest,
  settings: readonly ScopeSettings[],
  context: RuleContext,
): PermissionAnswer | undefined {
  const { deny, ask } = rulesOf(settings);
  if (deny.length === 0 && ask.length === 0) return undefined;
  const views = viewsOf({ toolName: call.name, toolInput: call.input }, context);
  const matching = (rules: readonly Rule[]) =>
    rules.find((rule) => views.some((view) => denyHolds(rule, view.call, view.context).holds));
  const denied = matching(deny);
  if (denied) return { deny: `the settings deny this call of ${call.name} (${denied.text})` };
  const asked = matching(ask);
  return (
    asked && {
      ask: `the settings require approval of this call of ${call.name} (${asked.text})`,
      rule: asked.text,
    }
  );
}

function rulesOf(settings: readonly ScopeSettings[]): SettingsRules {
  const known = parsed.get(settings);
  if (known) return known;
  const written = settings.map(readPermissions);
  const list = (key: "deny" | "ask") =>
    written
      .flatMap((permissions) => permissions[key])
      .flatMap((text) => {
        const rule = parseRule(text);
        return rule.ok ? [rule.rule] : [];
      });
  const rules = { deny: list("deny"), ask: list("ask") };
  parsed.set(settings, rules);
  return rules;
}
