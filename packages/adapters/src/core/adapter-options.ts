import type { PermissionAnswer, ToolCallOptions, ToolCallRequest } from "@snaphook/engine";
import { visibleText } from "@snaphook/protocol";

/** What every adapter can be told; everything has a default. */
export interface AdapterOptions {
  /** Shows a text to the user: warnings, refusals, failures of hooks. Default: a warning of the process. */
  readonly tellUser?: (text: string) => void;
  /**
   * Asks the user about a call. If omitted, the approvals of the framework are used where it has them; elsewhere a call
   * that needs approval is refused. `false`: no one can answer, so such calls are refused.
   */
  readonly ask?: NonNullable<ToolCallOptions<unknown>["ask"]> | false;
  /** Your own rules about a call. Default: allow what no hook and no rule of the settings refuses. */
  readonly permission?: (call: ToolCallRequest) => Promise<PermissionAnswer>;
  /** The names by which hooks know your tools: `{ shell: "Bash" }`. Default: their own. */
  readonly toolNames?: Readonly<Record<string, string>>;
  /** How often Stop hooks can send the agent back in one turn. Default: 8. */
  readonly maxContinuations?: number;
}

export const tellUserWith = ({ tellUser }: AdapterOptions): ((text: string) => void) =>
  tellUser ?? ((text) => process.emitWarning(visibleText(text)));
