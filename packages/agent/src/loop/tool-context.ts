import { spawn } from "node:child_process";
import type { Clock, Hooks } from "@snaphook/engine";
import { credentialVariables } from "../model/choose-model.ts";
import type { Model } from "../model/model.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { AgentOptions } from "./agent-options.ts";

export interface ToolContextOptions {
  readonly options: Pick<AgentOptions, "spawn" | "fetch">;
  readonly hooks: Hooks;
  readonly model: Model;
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly sessionFolder: string;
  mayRead(path: string): boolean;
}

/** What tools touch; commands get the variables of settings in force, and not the model's credentials. */
export function toolContext(given: ToolContextOptions): ToolContext {
  const { options, hooks, model, env, home, clock, sessionFolder } = given;
  const secrets = new Set(credentialVariables(env));
  const open = Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.has(name)));
  let { cwd } = given;
  return {
    cwd: () => cwd,
    changeDirectory(directory) {
      cwd = directory;
    },
    projectDirectory: given.cwd,
    home,
    sessionFolder,
    get env() {
      return { ...open, ...hooks.environment() };
    },
    environmentFiles: () => hooks.environmentFiles(),
    spawn: options.spawn ?? spawn,
    clock,
    fetch: options.fetch ?? fetch,
    memory: new Map(),
    mayRead: given.mayRead,
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
