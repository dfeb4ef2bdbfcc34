import type { ConfiguredHook } from "@snaphook/engine";
import { nearestName } from "@snaphook/engine/internal";
import { type EventDefinition, eventNames, events, programOf } from "@snaphook/protocol";
import { type CodePart, codeParts } from "./code-parts.ts";
import { type LintedHook, type LintRule, warningAt } from "./lint-subject.ts";
import { stdinReaders } from "./stdin-rule.ts";
import { whereInInput } from "./where-in-input.ts";

/** P7: what every host sets for a hook. */
const hostVariables = [
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PLUGIN_DATA",
  "CLAUDE_ENV_FILE",
];

/** Names under which people expect the input of a hook in the environment. Other names may be the user's own. */
const expected =
  /^(?:CLAUDE_(?:TOOL|FILE|HOOK|EVENT|PROMPT|USER_PROMPT|SESSION|TRANSCRIPT|CWD|MATCHER|NOTIFICATION|STOP|AGENT|COMMAND|INPUT|OUTPUT|RESPONSE|MESSAGE|WORKING|CHANGED|EDITED|LAST)(?:_\w+)?|TOOL_(?:INPUT|NAME|OUTPUT|RESPONSE|RESULT|ARGS|USE_ID)\w*|HOOK_(?:INPUT|EVENT|DATA|PAYLOAD|TOOL)\w*|FILE_PATHS?|ARGUMENTS)$/;

/** A default that is as good as none. */
const nothing = String.raw`(?:""|''|"\{\}"|'\{\}'|None|null|undefined|\{\})`;

/**
 * A variable that is read, in a shell, Python, Ruby or JavaScript. A form with a default is listed only if the
 * default is empty: another one, or another place to look at, shows that the author expects it to be unset.
 */
const reads = new RegExp(
  [
    String.raw`\$\{[#!]?(\w+)(?:[#%/^,@][^}]*|:\d[^}]*|:?-(?:""|'')?)?\}`,
    String.raw`\$([A-Z]\w+)`,
    String.raw`(?:environ|ENV)\[["'](\w+)["']\](?!\s*\|\|)`,
    String.raw`(?:environ\.get|getenv)\(\s*["'](\w+)["']\s*(?:,\s*${nothing}\s*)?\)(?!\s*or\s+(?!${nothing})\S)`,
    String.raw`process\.env(?:\?)?(?:\.(\w+)\b|\[["'](\w+)["']\])(?!\s*(?:\?\?|\|\|)\s*(?!${nothing})\S)`,
    String.raw`\bprintenv\s+([A-Z]\w+)`,
  ].join("|"),
  "g",
);

/** `const { A, B } = process.env` */
const taken = /\{([^{}]*)\}\s*=\s*process\.env\b/g;

function variablesRead(text: string): ReadonlySet<string> {
  const read = [...text.matchAll(reads)].map((found) => found.slice(1).find(Boolean) ?? "");
  const names = [...text.matchAll(taken)].flatMap(([, list = ""]) =>
    list.split(",").flatMap((item) => /^\s*(\w+)\s*(?::|$)/.exec(item)?.[1] ?? []),
  );
  return new Set([...read, ...names]);
}

/** Hooks get their input on stdin. A variable that nothing sets is empty, and the hook checks nothing. */
export const unsetVariable: LintRule = (subject) =>
  subject.hooks.flatMap((linted) => {
    const { hook, code } = linted;
    if (code.form === "powershell") return [];
    // Without its scripts, what the command itself reads can still be judged.
    const text = withoutComments(code.text ?? commandOf(hook));
    const unset = [...variablesRead(text)].filter(
      (name) =>
        !subject.variables.has(name) &&
        !isAssigned(name, text) &&
        (name.startsWith("CLAUDE_") || !setsUnseen.test(text)),
    );
    const parts = codeParts(hook, code);
    return unset.flatMap((name) => {
      const finding = findingFor(name, events[hook.event], placeOf(name, parts, unset));
      return finding ? [warningAt(hook, { code: "unset-variable", ...finding })] : [];
    });
  });

/** The language of the part that reads a variable, and whether that part reads more of the input. */
function placeOf(name: string, parts: readonly CodePart[], unset: readonly string[]): ReadPlace {
  const part = parts.find(({ text }) => variablesRead(withoutComments(text)).has(name));
  if (!part) return { language: "shell", once: unset.length > 1 };
  const { language, text } = part;
  const others = unset.filter((one) => one !== name && expected.test(one) && text.includes(one));
  return { language, once: others.length > 0 || stdinReaders(text).length > 0 };
}

type ReadPlace = Parameters<typeof whereInInput>[2];

function findingFor(name: string, event: EventDefinition, place: ReadPlace) {
  if (name === "CLAUDE_ENV_FILE" && !event.hasEnvironmentFile) {
    const where = eventNames.filter((one) => events[one].hasEnvironmentFile).join(", ");
    return {
      message: `$${name} is not set on ${event.name}`,
      advice: `write variables in a hook on one of ${where}`,
    };
  }
  if (hostVariables.includes(name)) return undefined;
  const meant = /^CLAUDE_(?:PRO|PLUG)/.test(name) ? nearestName(name, hostVariables) : undefined;
  const known = meant ?? (/^CLAUDE_PROJECT/.test(name) ? "CLAUDE_PROJECT_DIR" : undefined);
  if (known !== undefined)
    return { message: `nothing sets $${name}, so it is empty`, advice: `did you mean $${known}?` };
  if (!expected.test(name)) return undefined;
  return {
    message: `nothing sets $${name}, so it is empty: a hook gets its input as JSON on stdin`,
    advice: whereInInput(name, event, place),
  };
}

/** Lines that are comments in a shell, Python or JavaScript. */
const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:#|\/\/).*$/gm, "");

/** Another file, or a text that is evaluated, may set any variable. */
const setsUnseen = /(?:^|[\s;&])(?:source|\.|eval)\s/m;

/** An assignment of the variable's own value, as in `A = os.environ["A"]`, and a comparison are none. */
const isAssigned = (name: string, text: string): boolean =>
  new RegExp(
    `(?<![$.{\\w])${name}\\s*=(?!=|\\s*(?:\\w+\\.)?(?:environ|getenv|env)\\b|\\s*"?\\$\\{?${name}\\b)|\\b(?:export|declare|local|for)\\s+(?:-\\w+\\s+)*${name}\\b|\\bread\\s[^\\n;|&"]*\\b${name}\\b|--arg(?:json)? ${name}\\b|environ\\[["']${name}["']\\]\\s*=`,
  ).test(text);

/** What a hook starts, as written. */
function commandOf({ handler }: ConfiguredHook): string {
  const program = programOf(handler);
  return program ? [program.command, ...(program.args ?? [])].join("\n") : "";
}

/** P5: outside a plugin these have no value, and the hook fails. */
export const pluginRootNotHere: LintRule = ({ hooks }) =>
  hooks.flatMap(({ hook }) => {
    const name = /\$\{?(CLAUDE_PLUGIN_(?:ROOT|DATA))\b/.exec(commandOf(hook))?.[1];
    if (name === undefined || hook.origin.scope === "plugin") return [];
    return [
      warningAt(hook, {
        code: "plugin-root-not-here",
        message: `$${name} has a value only in hooks of a plugin, so this hook fails every time it runs`,
        advice:
          hook.origin.root === undefined
            ? "write an absolute path"
            : 'write "$CLAUDE_PROJECT_DIR", or move the hook into the hooks/hooks.json of the plugin',
      }),
    ];
  });

/** Without quotes a shell splits a path with a space into two words. Reported once for each file: it is a habit. */
export const unquotedRoot: LintRule = ({ hooks, projectDirectory }) => {
  const found = hooks.flatMap((linted) => {
    const word = unquotedRootIn(linted);
    return word === undefined ? [] : [{ hook: linted.hook, word }];
  });
  const where = /\s/.test(projectDirectory)
    ? `the path of this project has a space, so the hook fails every time it runs here (${projectDirectory})`
    : "the hook fails in a folder whose path has a space";
  const byFile = Map.groupBy(found, ({ hook }) => hook.source.file);
  return [...byFile.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { hook, word } = first;
    const more =
      others.length === 0
        ? ""
        : `, nor is the path in ${others.length} more ${others.length === 1 ? "hook" : "hooks"} of this file`;
    return [
      warningAt(hook, {
        code: "unquoted-root",
        message: `${word} is not in quotes${more}: ${where}`,
        advice: `write "${word}"`,
      }),
    ];
  });
};

function unquotedRootIn({ hook, code }: LintedHook): string | undefined {
  if (code.form !== "shell") return undefined;
  const command = commandOf(hook);
  return code.words.find(({ text, role }) => {
    const bare = text.replaceAll(/"(?:\\.|[^"\\])*"|'[^']*'/gs, "");
    // An assignment does not split its value.
    return role !== "output" && rootVariable.test(bare) && !command.includes(`=${text}`);
  })?.text;
}

const rootVariable = /\$\{?CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)\b/;
