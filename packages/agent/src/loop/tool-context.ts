import type { Hooks } from "@snaphook/engine";
import type { StartProcess } from "@snaphook/engine/internal";
import { credentialVariables } from "../model/choose-model.ts";
import type { Model } from "../model/model.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { CommandWall } from "../wall/wall.ts";
import type { Emit } from "./agent-event.ts";
import { commandTask } from "./command-task.ts";
import type { CompleteOptions } from "./complete-options.ts";

export interface ToolContextOptions {
  readonly options: CompleteOptions;
  readonly hooks: Hooks;
  readonly model: Model;
  readonly sessionFolder: string;
  mayRead(path: string): boolean;
  needsApproval(path: string, searched: string): boolean;
  readonly wall: CommandWall;
  readonly start: StartProcess;
  readonly decideTask: NonNullable<ToolContext["decideTask"]>;
  readonly runAgent: NonNullable<ToolContext["runAgent"]>;
  readonly runSkill: NonNullable<ToolContext["runSkill"]>;
  readonly runAgentApart: NonNullable<ToolContext["runAgentApart"]>;
  readonly worktree: NonNullable<ToolContext["worktree"]>;
  readonly planMode: NonNullable<ToolContext["planMode"]>;
  readonly emit: Emit;
  readonly beforeEdit: NonNullable<ToolContext["beforeEdit"]>;
  readonly sendMessage: NonNullable<ToolContext["sendMessage"]>;
}

/**
 * The context of tools; commands get the variables of the settings in force, but not the model's credentials.
 */
export function toolContext({
  options,
  hooks,
  model,
  sessionFolder,
  mayRead,
  needsApproval,
  wall,
  start,
  decideTask,
  runAgent,
  runSkill,
  planMode,
  emit,
  beforeEdit,
  sendMessage,
  runAgentApart,
  worktree,
}: ToolContextOptions): ToolContext {
  const { env, home, clock } = options;
  const secrets = new Set(credentialVariables(env));
  const open = Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.has(name)));
  let cwd = options.workingDirectory ?? options.cwd;
  return {
    cwd: () => cwd,
    changeDirectory(directory) {
      cwd = directory;
    },
    projectDirectory: options.cwd,
    home,
    sessionFolder,
    get env() {
      return { ...open, ...hooks.config.environment() };
    },
    environmentFiles: () => hooks.config.environmentFiles(),
    start,
    wall,
    clock,
    memory: new Map(),
    mayRead,
    needsApproval,
    decideTask,
    runAgent,
    runSkill,
    runAgentApart,
    worktree,
    planMode,
    beforeEdit,
    onBackgroundCommand: (command) => emit(commandTask(command)),
    sendMessage,
    ...(model.search && { searchWeb: model.search }),
    async ask(prompt, signal) {
      const { content } = await model.answer({
        purpose: "side",
        system: "Answer the question from the text alone, briefly.",
        messages: [{ role: "user", content: [{ type: "text", text: prompt }] }],
        tools: [],
        signal,
      });
      return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    },
  };
}
