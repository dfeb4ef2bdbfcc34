import { parseRule } from "@snaphook/engine/rules";
import { brand } from "@snaphook/protocol";
import type { Control, PanelAction, PanelItem, ReadPanel } from "../panel.ts";

const behaviors = ["allow", "ask", "deny"] as const;
type Behavior = (typeof behaviors)[number];
type SourcedRule = ReturnType<Control["permissionRules"]>[number];

const localFile = ".claude/settings.local.json";

/** `/permissions`: the mode, and the rules by kind and source. Rules of the local settings can be changed here. */
export const readPermissionsPanel: ReadPanel = async (session) => {
  const rules = session.permissionRules();
  return {
    title: "Permissions",
    head: [
      `mode: ${session.permissionMode()}`,
      `Deny rules come first, then ask, then allow. New rules go to ${localFile}.`,
    ],
    keyHints: ["Shift+Tab in the input line changes the mode."],
    items: behaviors
      .toReversed()
      .flatMap((behavior) => rules.filter((rule) => rule.behavior === behavior))
      .map((rule) => itemOf(session, rule))
      // The same rule can be in a file twice.
      .filter(({ id }, index, all) => all.findIndex((one) => one.id === id) === index),
    empty: "there are no rules: every call that is not read-only needs your approval",
    actions: behaviors.map((behavior) => addRule(session, behavior)),
  };
};

function itemOf(session: Control, { behavior, rule, source, file }: SourcedRule): PanelItem {
  return {
    id: [behavior, source, rule].join(" "),
    label: `${behavior.padEnd(5)} ${rule}`,
    note: source,
    details: async () => [
      `${behavior} ${rule}`,
      file === undefined ? "from the command line, or chosen in this session" : `from ${file}`,
      source === "local"
        ? "r removes it"
        : `change it there; ${brand.command} reads the file again when it changes`,
    ],
    actions: source === "local" ? [removeRule(session, behavior, rule)] : [],
  };
}

const addRule = (session: Control, behavior: Behavior): PanelAction => ({
  key: { allow: "a", ask: "q", deny: "d" }[behavior],
  label: `add ${behavior} rule`,
  asks: `Rule to ${behavior}, such as Bash(npm test *)`,
  run: (text) => update(session, "addRules", behavior, text.trim()),
});

const removeRule = (session: Control, behavior: Behavior, rule: string): PanelAction => ({
  key: "r",
  label: "remove",
  run: () => update(session, "removeRules", behavior, rule),
});

async function update(
  session: Control,
  type: "addRules" | "removeRules",
  behavior: Behavior,
  rule: string,
): Promise<string> {
  if (rule === "") throw new Error("nothing was typed, so nothing was changed");
  if (type === "addRules" && !parseRule(rule).ok)
    return `not a rule: ${JSON.stringify(rule)}. Write Tool or Tool(pattern), such as Bash(npm test *)`;
  const [, toolName = rule, ruleContent] = /^([^(]+)\((.*)\)$/s.exec(rule) ?? [];
  const rules = [{ toolName, ...(ruleContent === undefined ? {} : { ruleContent }) }];
  const problems = await session.updatePermissions([
    { type, rules, behavior, destination: "localSettings" },
  ]);
  if (problems.length > 0) throw new Error(problems.join("; "));
  return `${type === "addRules" ? "added to" : "removed from"} ${localFile}: ${behavior} ${rule}`;
}
