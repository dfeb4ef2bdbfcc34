import { type EventDefinition, events } from "@snaphook/protocol";
import { type LintRule, warningAt } from "./lint-subject.ts";

/** The fields that people mean by other names. */
const meant: Readonly<Record<string, string>> = {
  args: "tool_input",
  arguments: "tool_input",
  command: "tool_input.command",
  eventName: "hook_event_name",
  filePath: "tool_input.file_path",
  file_path: "tool_input.file_path",
  hookEventName: "hook_event_name",
  input: "tool_input",
  parameters: "tool_input",
  params: "tool_input",
  sessionId: "session_id",
  tool: "tool_name",
  toolInput: "tool_input",
  toolName: "tool_name",
  toolOutput: "tool_response",
  toolResponse: "tool_response",
  toolResult: "tool_response",
  tool_args: "tool_input",
  tool_output: "tool_response",
  tool_params: "tool_input",
  tool_result: "tool_response",
  transcriptPath: "transcript_path",
  userPrompt: "prompt",
  user_prompt: "prompt",
};

/** Names of variables that hold the input of a hook. */
const holder = String.raw`\w*(?:input|payload|json|stdin|data|event|hook)\w*`;

/** `jq` on stdin or on a variable with the input; not on a file or on the output of another program. */
const jq = new RegExp(
  String.raw`(?:^|\$\(|[;&({\n]|\b(?:cat|(?:echo|printf)\s+(?:'%s(?:\\n)?'\s+)?"?\$\{?${holder}\}?"?)\s*\|)\s*jq(?:\s+-{1,2}[\w-]+)*\s+(?:'\.(\w+)[^'\n]*'|"\.(\w+)[^"\n]*"|\.(\w+)[\w.[\]]*)\s*(?:$|[|)>;&\n]|<<<)`,
  "gim",
);

/** A variable that a script reads the input into, in Python or JavaScript. */
const parsed =
  /\b(\w+)\s*=\s*(?:await\s+)?(?:json\.load\(\s*sys\.stdin|json\.loads\(\s*(?:sys\.stdin|raw|text|payload|stdin)|JSON\.parse\(\s*(?:await\s+)?(?:(?:fs\.)?readFileSync\(\s*(?:0|"\/dev\/stdin"|'\/dev\/stdin'|process\.stdin)|stdin|raw|input|data|body|text|chunks|buffer|Buffer))/g;

/** `const { params } = JSON.parse(readFileSync(0))` */
const unpacked =
  /\{([^{}]*)\}\s*=\s*JSON\.parse\(\s*(?:await\s+)?(?:(?:fs\.)?readFileSync\(\s*(?:0|["']\/dev\/stdin)|stdin|input|raw)/g;

function fieldsRead(text: string): ReadonlySet<string> {
  const byJq = [...text.matchAll(jq)].map((found) => found.slice(1).find(Boolean) ?? "");
  const byScript = [...text.matchAll(parsed)].flatMap(([, name = ""]) =>
    [
      ...text.matchAll(
        new RegExp(
          String.raw`(?<![\w.])${name}(?:\?)?(?:\.get\(\s*["'](\w+)|\.?\[["'](\w+)|\.(\w+)\b(?!\s*\())`,
          "g",
        ),
      ),
    ].map((found) => found.slice(1).find(Boolean) ?? ""),
  );
  const byName = [...text.matchAll(unpacked)].flatMap(([, list = ""]) =>
    list.split(",").flatMap((item) => /^\s*(\w+)\s*(?:[:=]|$)/.exec(item)?.[1] ?? []),
  );
  return new Set([...byJq, ...byScript, ...byName]);
}

/** E21, E24: a field that the input does not have is empty, so the hook checks nothing. */
export const unknownInputField: LintRule = ({ hooks }) =>
  hooks.flatMap(({ hook, code }) => {
    if (code.text === undefined) return [];
    const event = events[hook.event];
    return [...fieldsRead(code.text)].flatMap((name) => {
      const field = Object.hasOwn(meant, name) ? meant[name] : undefined;
      if (field === undefined || isField(name, event)) return [];
      const [inInput = ""] = field.split(".");
      // A hook that reads the right field as well serves several hosts.
      const readsBoth = new RegExp(`(?<!\\w)${inInput}\\b`).test(code.text ?? "");
      if (readsBoth || !isField(inInput, event)) return [];
      return [
        warningAt(hook, {
          code: "unknown-input-field",
          message: `this hook seems to read "${name}" from its input, which has no such field on ${hook.event}`,
          advice: `did you mean ${field}?`,
        }),
      ];
    });
  });

const common = ["session_id", "transcript_path", "cwd", "hook_event_name", "permission_mode"];

const isField = (name: string, { inputFields }: EventDefinition): boolean =>
  inputFields.includes(name) || common.includes(name);
