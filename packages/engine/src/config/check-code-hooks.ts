import {
  type AnyHandler,
  type EventName,
  events,
  handlers,
  isHandlerType,
  type Profile,
} from "@snaphook/protocol";
import type { Matcher } from "../match/matcher.ts";
import type { Diagnostic, SourcePlace } from "../stages/snapshot.ts";
import { badFieldAdvice, checkGroupKeys, checkHandler } from "./check-handler.ts";
import { checkMatcher } from "./check-matcher.ts";
import { checkPlacement } from "./check-placement.ts";
import type { Finding } from "./reporter.ts";

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

/** Findings about a group in code. The tools of a host can have any name, so unknown names are not reported. */
export const checkCodeGroup = (
  group: object,
  matcher: Matcher,
  event: EventName,
  profile: Profile,
  path: string,
): readonly Diagnostic[] => [
  ...checkMatcher(matcher, events[event], profile)
    .filter(({ code }) => code !== "dead-matcher")
    .map((finding) => at(`${path}.matcher`, finding)),
  ...checkGroupKeys(Object.keys(group), groupKeys).map(({ key, ...finding }) =>
    at(`${path}.${key}`, finding),
  ),
];

/** Findings about a handler in code, as for one in a file; a bad optional field is reported and not used. */
export function checkCodeHandler(
  entry: AnyHandler,
  event: EventName,
  profile: Profile,
  path: string,
): { readonly handler: AnyHandler; readonly diagnostics: readonly Diagnostic[] } {
  const where = { scope: "code", profile } as const;
  const { type } = entry;
  const read = isHandlerType(type) && !hasFunction(entry) ? handlers[type].read(entry) : undefined;
  const required = read?.problems.find((problem) => problem.required);
  if (required) throw new TypeError(`hooks: ${path}.${required.path}: ${required.message}`);
  const handler = (read?.handler ?? entry) as AnyHandler;
  const findings = read?.handler
    ? checkHandler(read.handler, events[event], where)
    : checkPlacement(handler, events[event], where);
  return {
    handler,
    diagnostics: [
      ...(read?.problems ?? []).map((problem) =>
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

/** A handler with a function in it is checked by its types alone. */
const hasFunction = (handler: AnyHandler): boolean =>
  Object.values(handler).some((value) => typeof value === "function");
