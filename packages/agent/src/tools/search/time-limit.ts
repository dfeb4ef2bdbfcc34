import { createContext, Script } from "node:vm";
import { ToolFailure } from "../tool.ts";

/** How long a regular expression may take. JavaScript sets no limit, and it blocks everything else. */
const maxMs = 3000;

/** Makes a function that runs synchronous work and aborts it at the time limit. */
export function createTimeLimit(): <Result>(work: () => Result) => Result {
  const script = new Script("work()");
  const context: { work?: () => unknown } = createContext(Object.create(null));
  return <Result>(work: () => Result) => {
    context.work = work;
    try {
      return script.runInContext(context, { timeout: maxMs }) as Result;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      throw new ToolFailure("The pattern took too long to match. Try a simpler one.");
    }
  };
}
