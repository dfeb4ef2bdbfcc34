import type { ConfiguredHook } from "@snaphook/engine";
import type { HookCode, Script } from "../lint/hook-code.ts";
import type { Scratch } from "../test/scratch.ts";

/** What a fault can break. */
export interface FaultSubject {
  readonly hook: ConfiguredHook;
  /** The hook's scripts in the copy of the project. */
  readonly scripts: readonly Script[];
  readonly code: HookCode;
  readonly scratch: Scratch;
}
