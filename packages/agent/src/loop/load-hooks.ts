import { createHooks, type HookAgent, type HookModel, type Hooks } from "@snaphook/engine";
import type { McpCaller } from "@snaphook/engine/internal";
import type { Emit } from "./agent-event.ts";
import type { CompleteOptions } from "./complete-options.ts";
import { hooksOptions } from "./hooks-options.ts";
import { refuseBrokenSettings } from "./refuse-to-start.ts";
import {
  reportInactive,
  untrustedError,
  untrustedHooks,
  untrustedSettings,
} from "./report-inactive.ts";
import { reportDiagnostics } from "./report-problems.ts";

/** The models for prompt and agent hooks. */
interface HookModels {
  readonly model: HookModel;
  readonly agent: HookAgent;
}

export interface LoadedHooks {
  readonly hooks: Hooks;
  /** The model is made after the hooks, because settings may name it; hooks that need it wait for this call. */
  setModels(models: HookModels): void;
}

export async function loadHooks(
  options: CompleteOptions,
  session: {
    readonly sessionId: string;
    readonly sessionFolder: string;
    /** How mcp_tool hooks call tools (H5). */
    readonly mcp: McpCaller;
    readonly mcpServers: readonly string[];
  },
): Promise<LoadedHooks> {
  const { promise: models, resolve } = Promise.withResolvers<HookModels>();
  const hooks = await createHooks({
    ...hooksOptions(options),
    ...session,
    model: { ask: async (question) => (await models).model.ask(question) },
    agent: { run: async (question) => (await models).agent.run(question) },
  });
  return { hooks, setModels: resolve };
}

/** What is known of the hooks when the session begins. */
export interface CheckedHooks {
  /** Hooks of the project that do not run because they are not trusted (T2). */
  readonly untrusted: readonly string[];
  readonly counted: HookCount;
}

/** How many hooks are configured. */
export interface HookCount {
  readonly inEffect: number;
  /** Not trusted, turned off, or never able to run. */
  readonly notInEffect: number;
}

/**
 * Refuses to start without settings or hooks that are required, and reports all other problems (C5, T2, T6).
 */
export async function checkHooks(
  hooks: Hooks,
  { untrusted: onUntrusted }: Pick<CompleteOptions, "untrusted">,
  emit: Emit,
): Promise<CheckedHooks> {
  refuseBrokenSettings(hooks);
  const inactive = await hooks.config.inactive();
  const untrusted = untrustedHooks(inactive.entries);
  const missing = [...untrusted, ...untrustedSettings(inactive.entries)];
  if (onUntrusted === "fail" && missing.length > 0) throw untrustedError(missing);
  reportInactive(inactive, emit);
  reportDiagnostics(hooks, emit);
  return { untrusted, counted: countedHooks(hooks, inactive.entries) };
}

function countedHooks(
  { config }: Hooks,
  inactive: Awaited<ReturnType<Hooks["config"]["inactive"]>>["entries"],
): HookCount {
  const ids = new Set(inactive.map(({ hook }) => hook?.id));
  const { hooks } = config.snapshot();
  const inEffect = hooks.filter(({ id, dormant }) => !dormant && !ids.has(id)).length;
  return { inEffect, notInEffect: hooks.length - inEffect };
}
