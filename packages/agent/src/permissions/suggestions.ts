import { dirname } from "node:path";
import { realTarget } from "@snaphook/engine/internal";
import { allowHolds, commandsOf, parseRule } from "@snaphook/engine/rules";
import { isInside } from "../is-inside.ts";
import type { Access } from "../tools/tool.ts";
import type { PermissionUpdate } from "./permissions.ts";
import { type CommandRules, commandsToAskAbout } from "./rules/commands-to-ask-about.ts";

export interface SuggestionContext extends CommandRules {
  readonly tool: string;
  /** The project and the directories added to it. */
  readonly directories: readonly string[];
}

/** Permission changes that the user can choose to avoid the same question (`permission_suggestions`). */
export function suggest(access: Access, context: SuggestionContext): readonly PermissionUpdate[] {
  switch (access.kind) {
    case "read":
      return [];
    case "user":
      return access.what === "plan"
        ? [{ type: "setMode", mode: "acceptEdits", destination: "session" }]
        : [];
    case "edit":
      return forEdit(access.path, context);
    case "command":
      return allowing(commandRules(access.command, context));
    case "fetch":
      return allowing(hostRule(context.tool, access.url));
    default:
      return allowing([{ toolName: context.tool }]);
  }
}

type RuleValue = NonNullable<PermissionUpdate["rules"]>[number];

const allowing = (rules: readonly RuleValue[]): readonly PermissionUpdate[] =>
  rules.length === 0
    ? []
    : [
        {
          type: "addRules",
          rules: distinct(rules),
          behavior: "allow",
          destination: "localSettings",
        },
      ];

const distinct = (rules: readonly RuleValue[]): readonly RuleValue[] => [
  ...new Map(rules.map((rule) => [rule.ruleContent, rule])).values(),
];

function forEdit(path: string, { directories }: SuggestionContext): readonly PermissionUpdate[] {
  const accept = { type: "setMode", mode: "acceptEdits", destination: "session" } as const;
  const target = realTarget(path);
  if (directories.some((directory) => isInside(realTarget(directory), target))) return [accept];
  return [
    accept,
    { type: "addDirectories", directories: [dirname(target)], destination: "session" },
  ];
}

/** Rules for every part of a command that is asked about; none if they would not cover all of it. */
function commandRules(command: string, context: SuggestionContext): readonly RuleValue[] {
  const parts = commandsToAskAbout(command, context).map((part) => ruleFor(part, context));
  return parts.every((rules) => rules.length > 0) ? parts.flat() : [];
}

/** A rule for one of these would allow any code that they are given. */
const interpreters =
  /^(?:.*\/)?(?:python|pypy|node|nodejs|perl|ruby|php|lua|luajit|tclsh|Rscript|osascript|awk|gawk|mawk|nawk|expect|pwsh|ghci|julia|ipython)[\d.]*$/;

/** Programs with subcommands: how many words say what they do. */
const significantWords: ReadonlyMap<string, number> = new Map([
  ...`apt brew bun cargo deno docker gh git go kubectl npm pip pnpm podman poetry terraform uv yarn`
    .split(" ")
    .map((program) => [program, 2] as const),
]);

/** A rule for this command and those with the same first words; none if it would allow too much or nothing. */
function ruleFor(line: string, { context }: SuggestionContext): readonly RuleValue[] {
  const read = commandsOf(line);
  const command = read.commands.at(-1);
  if (!read.parsable || command === undefined) return [];
  const [program, ...rest] = command.words.map(({ value, literal }) =>
    literal && /^[\w@%+:,./-]+$/.test(value) ? value : undefined,
  );
  if (program === undefined) return [];
  const runs = program !== "git" && (rest[0] === "run" || rest[0] === "exec");
  const count = (significantWords.get(program) ?? 1) + (runs ? 1 : 0);
  const words = [program, ...rest].slice(0, count);
  if (words.some((word) => word === undefined || word.startsWith("-"))) return [];
  if (words.some((word = "") => interpreters.test(word)) || words[1] === "eval") return [];
  const rule = { toolName: "Bash", ruleContent: `${words.join(" ")}:*` };
  const parsed = parseRule(`Bash(${rule.ruleContent})`);
  const call = { toolName: "Bash", toolInput: { command: line } };
  return parsed.ok && allowHolds([parsed.rule], call, context).holds ? [rule] : [];
}

function hostRule(tool: string, url: string): readonly RuleValue[] {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "" ? [] : [{ toolName: tool, ruleContent: `domain:${host}` }];
}
