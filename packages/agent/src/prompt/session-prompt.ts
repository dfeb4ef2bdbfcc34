import type { Clock } from "@snaphook/engine/internal";
import type { AgentOptions } from "../loop/agent-options.ts";
import type { OutputStyle } from "../output-styles/output-style.ts";
import type { PermissionMode } from "../permissions/permissions.ts";
import { agentPrompt, systemPrompt } from "./system-prompt.ts";

/** How long the first request may wait for git, which was started when the session was opened. */
const maxGitWaitMs = 300;

export interface SessionPromptOptions {
  readonly options: Pick<
    AgentOptions,
    | "cwd"
    | "workingDirectory"
    | "additionalDirectories"
    | "systemPrompt"
    | "appendSystemPrompt"
    | "planModeInstructions"
    | "ask"
  >;
  /** What the agent of `--agent` is told to be, instead of the built-in prompt. */
  readonly agent?: string | undefined;
  model(): string;
  readonly clock: Clock;
  readonly git: Promise<string | undefined>;
  permissionMode(): PermissionMode;
  /** The output style of the next request. */
  style(): OutputStyle | undefined;
  readonly hookMark: string;
}

/** The system prompt of each request of a session. It changes only with the permission mode, the model and the output style, so that it can be cached. */
export function sessionPrompt({
  options,
  agent,
  model,
  clock,
  git,
  permissionMode,
  style,
  hookMark,
}: SessionPromptOptions): () => Promise<string> {
  const { systemPrompt: replacement, appendSystemPrompt: appended } = options;
  const date = clock.date().slice(0, "2026-01-31".length);
  let known: Promise<string | undefined> | undefined;
  const builtIn = async () => {
    const facts = {
      date,
      platform: process.platform,
      model: model(),
      cwd: options.workingDirectory ?? options.cwd,
      additionalDirectories: options.additionalDirectories ?? [],
      permissionMode: permissionMode(),
      hookMark,
      canAsk: options.ask !== undefined,
    };
    if (agent !== undefined) return agentPrompt(agent, facts);
    known ??= Promise.race([git, after(clock, maxGitWaitMs)]);
    return systemPrompt({ ...facts, git: await known }, style());
  };
  return async () =>
    [
      // A driver without a prompt of its own sends an empty one; the agent's own is not empty.
      agent !== undefined && replacement === ""
        ? await builtIn()
        : (replacement ?? (await builtIn())),
      ...(appended === undefined ? [] : [appended]),
      ...(permissionMode() === "plan" ? [options.planModeInstructions ?? []].flat() : []),
    ].join("\n\n");
}

const after = (clock: Clock, ms: number) =>
  new Promise<undefined>((resolve) => {
    clock.after(ms, () => resolve(undefined), { idle: true });
  });
