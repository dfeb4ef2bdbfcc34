import { type CodeHandlerFields, defineCodeHandler } from "./code-handler.ts";
import type { WaysToRun } from "./ways-to-run.ts";

/** H6: a check at the end of a turn; a falsy result blocks with `errorMessage`. */
export interface FunctionHandler extends CodeHandlerFields {
  readonly type: "function";
  readonly callback: WaysToRun["check"];
  readonly errorMessage: string;
  /** A failure cannot refuse the end of a turn (H8). */
  readonly onFailure?: undefined;
}

export const functionHandler = defineCodeHandler<FunctionHandler>({
  type: "function",
  code: "callback",
  ownFields: ["errorMessage"],
  limit: { unit: "milliseconds", default: 60_000 },
  asksModel: false,
  runsOn: "turn-end",
  takesOnFailure: false,
  dependsOn: undefined,
  run: { by: "check", with: (handler) => handler.callback, repeat: "never" },
  answer: { as: "check", with: ({ errorMessage }) => ({ errorMessage }) },
});
