import type { Hooks, Outcome } from "@snaphook/engine";
import type { Profile } from "@snaphook/protocol";
import type { Conversation } from "../conversation/conversation.ts";
import type { TextBlock } from "../conversation/message.ts";
import type { Model, Purpose } from "../model/model.ts";
import type { Permissions } from "../permissions/permissions.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import type { Emit } from "./agent-event.ts";
import type { AgentOptions } from "./agent-options.ts";

/** One agent, as the loop needs it. Everything here lasts as long as the agent. */
export interface Agent {
  readonly purpose: Purpose;
  readonly profile: Profile;
  readonly model: Model;
  readonly system: string;
  readonly conversation: Conversation;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly context: ToolContext;
  readonly permissions: Permissions;
  readonly options: Pick<AgentOptions, "maxTurns" | "effort" | "ask">;
  /** How many blocks in a row a Stop hook is granted (G4). */
  readonly stopCap: number;
  readonly emit: Emit;
  /** The hooks as they see this agent. */
  hooks(): Hooks;
  /** Tells the outside what hooks came to, and keeps what the model is to hear later. */
  report(outcome: Outcome): void;
  /** What the model is to be told with the next request: stop reasons, texts of background hooks (P12). */
  takeLater(): readonly TextBlock[];
  /** Whether a background hook wants the model woken with what it said (P12). */
  isWoken(): boolean;
  /** Settles whatever must not change under a step: settings that changed on disk (C7). */
  settle(): Promise<void>;
}
