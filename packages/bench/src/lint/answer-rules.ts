import { howToRefuse, nearestName } from "@snaphook/engine/internal";
import {
  decisionBlocks,
  type EventDefinition,
  eventNames,
  events,
  isBlockable,
  once,
  type Profile,
  profiles,
  readsDecision,
} from "@snaphook/protocol";
import { exitsOneAfterAnswer } from "./answer-exit-rule.ts";
import { type LintRule, warningAt } from "./lint-subject.ts";

/** A key of JSON, or of an object in Python or JavaScript, in quotes that may be escaped. */
const keys = /\\?["'](\w+)\\?["']\s*:/g;

/** What only the answer of a hook contains. */
const answers = /hook_?specific_?output|permission_?decision|additional_?context|system_?message/i;

/** Shorter names are near too many others. */
const shortestName = 8;

/** Keys that hooks read in their input and in transcripts. */
const otherKeys = ["hook_event_name", "stop_reason"];

/** The keys that hooks of an event may answer with, on any level. */
const answerKeys = ({ output, outputFields }: EventDefinition): readonly string[] => [
  ...Object.keys((output.toJsonSchema()["properties"] ?? {}) as object),
  "hookEventName",
  ...outputFields,
];

/** A3: an unknown key of an answer is ignored, so a misspelt one does nothing. */
export const misspeltAnswer: LintRule = ({ hooks }) =>
  hooks.flatMap(({ hook, code }) => {
    if (code.text === undefined || !answers.test(code.text)) return [];
    const event = events[hook.event];
    const known = answerKeys(event);
    const other = [...event.inputFields, ...otherKeys];
    const names = new Set([...code.text.matchAll(keys)].map(([, name = ""]) => name));
    return [...names].flatMap((name) => {
      if (name.length < shortestName || known.includes(name) || other.includes(name)) return [];
      const meant = nearestName(name, known);
      // A hook that has the right key as well uses the other one for something else.
      if (meant === undefined || meant.length < shortestName || names.has(meant)) return [];
      return [
        warningAt(hook, {
          code: "misspelt-answer",
          message: `this hook seems to answer with "${name}", which is not a key of an answer and is ignored`,
          advice: `did you mean "${meant}"?`,
        }),
      ];
    });
  });

/** A5: a field of the event at the top level of an answer has no effect. */
export const fieldAtTopLevel: LintRule = ({ hooks }) =>
  hooks.flatMap(({ hook, code }) => {
    const { name, outputFields, exitCodeOnly } = events[hook.event];
    if (code.text === undefined || exitCodeOnly || innerObject.test(code.text)) return [];
    const found = outputFields.find(
      (field) => field.length >= shortestName && field !== "decision" && writes(field, code.text),
    );
    if (found === undefined) return [];
    return [
      warningAt(hook, {
        code: "field-at-top-level",
        message: `this hook seems to answer with ${found} at the top level, where it has no effect`,
        advice: `write {"hookSpecificOutput": {"hookEventName": "${name}", "${found}": …}}`,
      }),
    ];
  });

/** The object that the fields belong in, also misspelt, or a helper that writes it. */
const innerObject = /specific_?out|hookSpecific|\b(?:defineHook|runIfMain)\b/i;

/** Whether code writes a field: as a key of JSON or an object, or as a named argument. */
const writes = (field: string, text = ""): boolean =>
  new RegExp(`(?<![.\\w])\\\\?["']?${field}\\\\?["']?\\s*[:=](?!=)`).test(text);

/** E18, A6: on some events only the exit code counts, and on others a part of the answer has no effect. */
export const answerIgnored: LintRule = ({ hooks, profile }) =>
  hooks.flatMap(({ hook, code }) => {
    const event = events[hook.event];
    if (code.text === undefined) return [];
    const found = readsDecision(event, profile)
      ? ignoredPart(code.text, event, profile)
      : exitCodeOnly(code.text, event);
    return found ? [warningAt(hook, { code: "answer-ignored", ...found })] : [];
  });

function exitCodeOnly(text: string, { name }: EventDefinition) {
  const found = /\\?["'](decision|hookSpecificOutput)\\?["']\s*:/.exec(text)?.[1];
  return (
    found && {
      message: `this hook seems to answer with ${found}, but on ${name} only the exit code counts`,
      advice: "exit with 2 to block, and print the reason on stderr",
    }
  );
}

/** A decision, or a field of other events, in the code of a hook that has no branch for other events. */
function ignoredPart(text: string, event: EventDefinition, profile: Profile) {
  if (text.includes("hook_event_name")) return undefined;
  const { name, outputFields, inputFields } = event;
  const seems = (part: string) =>
    `this hook seems to answer with ${part}, which has no effect on ${name}`;
  const [, key, word = ""] =
    [...text.matchAll(decisions)].find(([, one]) => one === "decision") ?? [];
  if (key && expectedWords.test(word) && !decisionBlocks(event, profile))
    return {
      message: seems(`decision "${word}"`),
      advice: isBlockable(event, profile)
        ? `to refuse, ${howToRefuse(event)}`
        : "no hook can refuse this event; remove it",
    };
  if (eventNames.some((other) => other !== name && text.includes(other))) return undefined;
  const field = fieldsOfEvents().find(
    (one) => !outputFields.includes(one) && !inputFields.includes(one) && writes(one, text),
  );
  return field && { message: seems(field), advice: "remove it" };
}

/** The own fields of all events, without short names, which may be anything. */
const fieldsOfEvents = once(() =>
  [...new Set(eventNames.flatMap((name): readonly string[] => events[name].outputFields))].filter(
    (field) => field.length > shortestName,
  ),
);

/** A decision as a text, with or without quotes around its key. */
const decisions = /\\?["']?\b(decision|permissionDecision)\\?["']?\s*:\s*\\?["'](\w+)\\?["']/g;

/** Words that people use to refuse or to permit. Others may be for a log. */
const expectedWords =
  /^(?:block|blocked|deny|denied|reject|rejected|refuse|refused|forbid|no|allow|allowed|approve|approved|accept|permit|ask|continue|yes)$/i;

/** A4: an answer with a word that does not exist is no answer, so it refuses nothing. */
export const unknownWord: LintRule = (subject) =>
  subject.hooks.flatMap((linted) => {
    const { hook, code } = linted;
    const { profile } = subject;
    const event = events[hook.event];
    if (code.text === undefined || !readsDecision(event, profile)) return [];
    // With that exit code no word is read at all.
    if (exitsOneAfterAnswer(linted, subject)) return [];
    const used = new Map(
      [...code.text.matchAll(decisions)].map(([, key = "", word = ""]) => [
        `${key} ${word}`,
        { key, word },
      ]),
    );
    return [...used.values()].flatMap(({ key, word }) => {
      const found = expectedWords.test(word) ? wordProblem(key, word, event, profile) : undefined;
      return found ? [warningAt(hook, { code: "unknown-word", ...found })] : [];
    });
  });

function wordProblem(key: string, word: string, event: EventDefinition, profile: Profile) {
  const accepted = wordsFor(key, event, profile);
  if (accepted === undefined) return undefined;
  const advice = event.outputFields.includes("permissionDecision")
    ? `write "hookSpecificOutput": {"hookEventName": "${event.name}", "permissionDecision": "deny", "permissionDecisionReason": "…"}; the words are allow, deny and ask`
    : 'write "decision": "block" and a "reason"';
  if (!accepted.includes(word))
    return {
      message: `this hook seems to answer with ${key} "${word}", but there is no such word: the whole answer is ignored, and nothing is refused`,
      advice,
    };
  const there = wordsFor(key, event, profiles["claude-code"]);
  if (there?.includes(word)) return undefined;
  return {
    message: `${key} "${word}" works in the profile ${profile.name}, but Claude Code ignores an answer with this word: nothing is refused there`,
    advice,
  };
}

/** The words of a decision; undefined if the event has no such key. */
function wordsFor(key: string, event: EventDefinition, profile: Profile) {
  if (key === "decision")
    return event.outputFields.includes("decision")
      ? undefined
      : (profile.decisionWords as readonly string[]);
  return event.outputFields.includes(key) ? ["allow", "deny", "ask", "defer"] : undefined;
}
