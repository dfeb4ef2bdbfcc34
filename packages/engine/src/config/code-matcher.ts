import type { EventDefinition } from "@snaphook/protocol";
import type { Matcher } from "../match/matcher.ts";
import { knownNames } from "./check-name.ts";
import type { Finding } from "./reporter.ts";

/** Operators of programming languages, which no regular expression for names has. */
const operators = /[=!]==?|=~|&&|\|\||(?<![\w$])(?:matches|contains|startsWith|equals)[\s(]/;

/** Whether a matcher is an expression of a programming language, such as `tool == "Bash"`. */
export const looksLikeCode = (pattern: string): boolean =>
  operators.test(pattern) && /["'\s]/.test(pattern);

/** Reports such a matcher, with what it does as the regular expression that it is read as. */
export function codeFinding(matcher: Matcher, event: EventDefinition): Finding {
  const { pattern = "", kind } = matcher;
  // `a || b` has an empty alternative, which matches every name.
  const matchesAll = kind !== "invalid" && matcher.test("x") !== "does-not-match";
  const names = knownNames(event).filter((name) => new RegExp(`\\b${name}\\b`).test(pattern));
  return {
    code: "matcher-is-code",
    level: "warning",
    message: `matcher ${JSON.stringify(pattern)} looks like an expression of a programming language, but is read as a regular expression, which matches ${matchesAll ? `every ${event.matchesOn}` : "nothing"}`,
    advice: `write "matcher": "${names.join("|") || "…"}", and test anything else in the hook${event.isAboutTool ? ' or with "if"' : ""}`,
  };
}
