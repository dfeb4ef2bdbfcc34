import { createContext, Script } from "node:vm";
import type { BoundedTest } from "../match/matcher.ts";

/** M4: how long an expression may take. */
const boundMs = 50;

let script: Script | undefined;
const context: { expression?: RegExp; value?: string } = Object.create(null);

/** Tests an expression and gives up after 50 ms: the engine's own regular expressions have no limit. */
export const boundedTest: BoundedTest = (expression, value) => {
  if (!script) {
    script = new Script("expression.test(value)");
    createContext(context);
  }
  context.expression = expression;
  context.value = value;
  try {
    return script.runInContext(context, { timeout: boundMs }) ? "matches" : "does-not-match";
  } catch {
    return "ran-away";
  }
};
