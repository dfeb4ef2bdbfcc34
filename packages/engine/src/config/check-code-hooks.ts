import {
  type AnyHandler,
  definitionOf,
  type EventDefinition,
  type EventName,
  events,
  type Handler,
  handlers,
  isHandlerType,
  type Profile,
} from "@snaphook/protocol";
import type { Matcher } from "../match/matcher.ts";
import type { Diagnostic, SourcePlace } from "../stages/snapshot.ts";
import { badFieldAdvice, checkGroupKeys, checkHandler, withUnknownKeys } from "./check-handler.ts";
import { checkMatcher } from "./check-matcher.ts";
import { checkName, knownNames } from "./check-name.ts";
import { checkPlacement } from "./check-placement.ts";
import type { Finding, KeyFinding } from "./reporter.ts";

/** The place of everything that is registered in code. */
export const codeFile = "(code)";

export const placeInCode = (path: string): SourcePlace => ({
  file: codeFile,
  line: 1,
  column: 1,
  path,
});

const at = (path: string, { code, level, message, advice }: Finding): Diagnostic => ({
  code,
  level,
  place: placeInCode(path),
  message,
  advice,
});

const groupKeys = ["matcher", "hooks", "sequential"];

/**
 * Findings about a group in code. The tools of a host can have any name, so of unknown names only those are reported
 * that differ from a known one in case alone.
 */
export const checkCodeGroup = (
  group: object,
  matcher: Matcher,
  event: EventName,
  profile: Profile,
  path: string,
): readonly Diagnostic[] => [
  ...checkMatcher(matcher, events[event], profile)
    .filter(({ code }) => code !== "dead-matcher")
    .concat(wrongCase(matcher, events[event]))
    .map((finding) => at(`${path}.matcher`, finding)),
  ...checkGroupKeys(Object.keys(group), groupKeys).map(({ key, ...finding }) =>
    at(`${path}.${key}`, finding),
  ),
];

function wrongCase({ names }: Matcher, event: EventDefinition): readonly Finding[] {
  const known = new Set(knownNames(event).map((name) => name.toLowerCase()));
  return names
    .filter((name) => known.has(name.toLowerCase()))
    .flatMap((name) => checkName(name, event) ?? []);
}

/** Findings about a handler in code, as for one in a file; a bad optional field is reported and not used. */
export function checkCodeHandler(
  entry: AnyHandler,
  event: EventName,
  profile: Profile,
  path: string,
): { readonly handler: AnyHandler; readonly diagnostics: readonly Diagnostic[] } {
  const where = { origin: { scope: "code" }, profile } as const;
  const { handler, problems, findings } = isOfFile(entry)
    ? checkOfFile(entry, (handler) => checkHandler(handler, events[event], where))
    : checkWithFunction(entry, (handler) => checkPlacement(handler, events[event], where));
  return {
    handler,
    diagnostics: [
      ...problems.map((problem) =>
        at(`${path}.${problem.path}`, {
          code: "bad-field",
          level: "warning",
          message: `${problem.path}: ${problem.message}`,
          advice: badFieldAdvice(problem.path),
        }),
      ),
      ...findings.map(({ key, ...finding }) => at(`${path}.${key}`, finding)),
    ],
  };
}

interface Checked {
  readonly handler: AnyHandler;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  readonly findings: readonly KeyFinding[];
}

/** A handler that a file could contain too: it has no function in it. */
const isOfFile = (handler: AnyHandler): handler is Handler =>
  isHandlerType(handler.type) &&
  !Object.values(handler).some((value) => typeof value === "function");

function checkOfFile(entry: Handler, check: (handler: Handler) => readonly KeyFinding[]): Checked {
  const { handler, problems } = handlers[entry.type].read(entry);
  if (!handler) throw new Error(`a ${entry.type} hook was not checked before it was read`);
  return { handler, problems, findings: check(handler as Handler) };
}

/** A handler with a function in it is checked by its types, except for what would disarm it. */
function checkWithFunction(
  entry: AnyHandler,
  check: (handler: AnyHandler) => readonly KeyFinding[],
): Checked {
  const { timeout } = entry;
  const isBad = timeout !== undefined && !(typeof timeout === "number" && timeout > 0);
  const handler = isBad ? { ...entry, timeout: undefined } : entry;
  const found = JSON.stringify(timeout) ?? String(timeout);
  return {
    handler,
    problems: isBad ? [{ path: "timeout", message: `must be more than 0, but is ${found}` }] : [],
    findings: withUnknownKeys(check(handler), entry, definitionOf(entry).fields),
  };
}
