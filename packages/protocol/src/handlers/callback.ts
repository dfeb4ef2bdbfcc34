import { type CodeHandlerFields, defineCodeHandler } from "./code-handler.ts";
import type { WaysToRun } from "./ways-to-run.ts";

/** H6: the embedder's function; returns an answer as a command hook would print it. */
export interface CallbackHandler extends CodeHandlerFields {
  readonly type: "callback";
  readonly callback: WaysToRun["callback"];
  /** A callback that throws does not refuse: a guard has to catch its own errors. */
  readonly onFailure?: undefined;
}

export const callback = defineCodeHandler<CallbackHandler>({
  type: "callback",
  code: "callback",
  limit: { unit: "milliseconds", default: 60_000 },
  asksModel: false,
  runsOn: "every-event",
  takesOnFailure: false,
  dependsOn: undefined,
  run: { by: "callback", with: (handler) => handler.callback, repeat: "never" },
  answer: "returned",
});
