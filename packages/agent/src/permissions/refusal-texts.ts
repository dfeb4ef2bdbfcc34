import type { Access } from "../tools/tool.ts";
import type { Touch } from "./guard/protected-places.ts";

/** G1: the texts of refusals for the model. Which parts of the input they name is part of the contract. */
export const refusalTexts = {
  /** Names the tool and all of what it was to do. */
  denyRule: (tool: string, whole: string | undefined) =>
    `A permission rule forbids this call of ${named(tool, whole)}`,
  /** Names only what nothing allowed. */
  question: (tool: string, needed: readonly string[], headless: boolean) => {
    const what = needed.length > 0 ? `${tool}: ${needed.join("; ")}` : tool;
    const why = headless ? "nobody is here to ask" : "nobody agreed to it";
    return `No permission rule allows ${what} (${why})`;
  },
  /** Names nothing of the input. */
  askRule: (tool: string) => `A permission rule wants a person to confirm this call of ${tool}`,
  askRuleUnasked: (tool: string) =>
    `A permission rule wants a person to confirm this call of ${tool}, and the mode dontAsk asks nobody`,
  dontAsk: (tool: string) =>
    `This call of ${tool} needs permission, and the mode dontAsk refuses instead of asking`,
  plan: (tool: string) =>
    `The mode is plan: nothing is changed before the plan is agreed on, so ${tool} was not run`,
  processFile: (tool: string) =>
    `${tool} does not show what a process holds: the agent's own would give away its credentials`,
  trust: (tool: string) =>
    `${tool} may never change what the user has trusted; only the user can do that`,
  settings: (tool: string, { file }: Touch & { readonly kind: "settings" }) =>
    `${tool} would change ${file}, which decides what the agent may do or what its hooks do: a person has to confirm it`,
} as const;

const named = (tool: string, whole: string | undefined): string =>
  whole === undefined ? tool : `${tool}: ${whole}`;

/** What a call is about, in full. */
export function subjectOf(access: Access): string | undefined {
  switch (access.kind) {
    case "command":
      return access.command;
    case "fetch":
      return access.url;
    case "edit":
    case "read":
      return access.path;
    default:
      return undefined;
  }
}
