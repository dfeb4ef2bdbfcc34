import { handlers, isCodeType, isHandlerType } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import type { ConfiguredHook, Diagnostic, SkippedEntry } from "../stages/snapshot.ts";
import { didYouMean, nearestName } from "../text/nearest-name.ts";
import { badFieldAdvice } from "./check-handler.ts";
import { configureHook } from "./configure-hook.ts";
import { findGroups, kindOf } from "./hook-shapes.ts";
import type { JsonDocument, JsonPath } from "./json-document.ts";
import type { ReadHooksContext } from "./read-context.ts";
import { type ReadGroup, readGroup, type Skipped } from "./read-group.ts";
import { type Finding, type Reporter, reporter } from "./reporter.ts";

export type { ReadHooksContext } from "./read-context.ts";

/** What one document contributes. */
export interface ReadHooks {
  readonly hooks: readonly ConfiguredHook[];
  readonly skipped: readonly SkippedEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads hooks from a document. A bad entry is skipped alone, with a diagnostic (C5). */
export function readHooks(
  document: JsonDocument,
  hooks: unknown,
  context: ReadHooksContext,
): ReadHooks {
  const report = reporter(document);
  const found: ConfiguredHook[] = [];
  const skipped: SkippedEntry[] = [];
  const skip = (event: string, label: string, diagnostic: Diagnostic) =>
    skipped.push({ event, label, origin: context.origin, diagnostic });
  for (const entry of findGroups(hooks, ["hooks"], report)) {
    const group = readGroup(entry, report, context);
    if ("problem" in group) {
      skip(entry.event, "(group)", group.problem);
      continue;
    }
    for (const { value, path } of group.handlers) {
      const hook = readHandler(value, path, group, report, document, context);
      if ("problem" in hook) skip(entry.event, labelOf(value), hook.problem);
      else found.push(hook);
    }
  }
  return { hooks: found, skipped, diagnostics: report.diagnostics };
}

function readHandler(
  value: unknown,
  path: JsonPath,
  group: ReadGroup,
  report: Reporter,
  document: JsonDocument,
  context: ReadHooksContext,
): ConfiguredHook | Skipped {
  if (!isObject(value))
    return {
      problem: report.at(path, {
        code: "handler-not-an-object",
        level: "error",
        message: `the hook is ${kindOf(value)}, not an object`,
        advice: `write {"type": "command", "command": ${JSON.stringify(typeof value === "string" ? value : "…")}}`,
      }),
    };
  const { type } = value;
  if (!isHandlerType(type))
    return { problem: report.at([...path, "type"], unknownType(type, value)) };
  const { handler, problems } = handlers[type].read(value);
  const reported = problems.map((problem) =>
    report.at([...path, ...steps(problem.path)], {
      code: problem.required ? "required-field" : "bad-field",
      level: problem.required ? "error" : "warning",
      message: isMissing(problem.path, value)
        ? `${problem.path} is missing: a ${type} hook needs it`
        : `${problem.path}: ${problem.message}`,
      advice: problem.required
        ? `${requiredAdvice(problem.path, value, type)}; this hook is skipped until then`
        : badFieldAdvice(problem.path),
    }),
  );
  if (handler) return configureHook(handler, path, group, report, document, context);
  const reason = reported.find(({ level }) => level === "error");
  if (!reason) throw new Error(`a ${type} hook was skipped without a diagnostic`);
  return { problem: reason };
}

const isMissing = (path: string, entry: Readonly<Record<string, unknown>>): boolean =>
  !path.includes(".") && !Object.hasOwn(entry, path);

/** A key that looks like the missing one is probably that one, misspelt. */
function requiredAdvice(path: string, entry: object, type: keyof typeof handlers): string {
  const { fields } = handlers[type];
  const misspelt = Object.keys(entry).find(
    (key) => !fields.includes(key) && nearestName(key, fields) === path,
  );
  return misspelt === undefined
    ? `write "${path}": "…"`
    : `did you mean "${path}" by "${misspelt}"? rename it`;
}

/** `args.0` → `args`, 0 */
const steps = (path: string): JsonPath =>
  path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** H7: reports an unknown type, or one that files cannot have. */
function unknownType(type: unknown, entry: object): Finding {
  const known = Object.keys(handlers);
  const advice = `known types: ${known.join(", ")}`;
  if (typeof type !== "string") {
    const message = type === undefined ? "the hook has no type" : `the type is ${kindOf(type)}`;
    const fitting = known.filter((name) => isHandlerType(name) && hasTexts(entry, name));
    const write = fitting.map((name) => `"type": "${name}"`).join(" or ");
    return {
      code: "unknown-handler-type",
      level: "error",
      message,
      advice: `${write ? `write ${write}` : advice}; this hook is skipped until then`,
    };
  }
  if (isCodeType(type)) {
    const message = `${type} hooks are registered in code, not in files`;
    return { code: "code-handler-in-file", level: "error", message, advice };
  }
  return {
    code: "unknown-handler-type",
    level: "error",
    message: `unknown hook type "${type}"`,
    advice: `${didYouMean(type, known)}${advice}`,
  };
}

/** Whether an entry has what a type of hook needs. */
const hasTexts = (entry: object, type: keyof typeof handlers): boolean =>
  Object.keys(handlers[type].texts).every((key) => Object.hasOwn(entry, key));

/** The required texts of all types. */
const texts = [...new Set(Object.values(handlers).flatMap((one) => Object.keys(one.texts)))];

/** A name for an entry that may not be valid: the first text it has. */
function labelOf(value: unknown): string {
  const named = isObject(value) ? [...texts, "type"].map((key) => value[key]) : [value];
  return named.find((text) => typeof text === "string") ?? "(hook)";
}
