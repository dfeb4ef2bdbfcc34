import { existsSync } from "node:fs";
import { shortLine } from "@snaphook/engine/internal";
import type { Access } from "../tools/tool.ts";
import type { Touch } from "./guard/protected-places.ts";

/** G1: the texts of refusals for the model. Which parts of the input they name is part of the contract. */
export const refusalTexts = {
  /** Names the tool and the whole subject of the call. */
  denyRule: (tool: string, whole: string | undefined) =>
    `A permission rule denies this call of ${named(tool, whole)}`,
  /** Names the rule and the beginning of the command. */
  unreadable: (tool: string, rule: string, command: string) =>
    `${tool} did not run, because the command cannot be parsed or is too long or too deeply nested to read, so the permission rule ${rule} could deny it. Write it in a simpler way. It begins: ${shortLine(command)}`,
  /** Names only the parts that no rule allows. */
  question: (
    tool: string,
    needed: readonly string[],
    headless: boolean,
    notCovered: string | undefined,
  ) => {
    const what = needed.length > 0 ? `${tool}: ${needed.join("; ")}` : tool;
    const why = headless ? "no one is available to approve it" : "it was not approved";
    const mode =
      notCovered === undefined ? "" : `, and acceptEdits does not cover it: ${notCovered}`;
    return `No permission rule allows ${what}${mode} (${why})`;
  },
  /** Names no part of the input. */
  askRule: (tool: string) => `A permission rule requires the user to approve this call of ${tool}`,
  askRuleUnasked: (tool: string) =>
    `A permission rule requires the user to approve this call of ${tool}, and in dontAsk mode no one is asked`,
  undecided: (tool: string, rule: string, because: string) =>
    `This call of ${tool} may do what the permission rule ${rule} is about, because ${because}, so the user has to approve it`,
  dontAsk: (tool: string) =>
    `This call of ${tool} needs approval, and dontAsk mode refuses it instead of asking`,
  onlyUser: (tool: string) => `Only the user can answer this call of ${tool}, and gave no answer`,
  auto: (tool: string) =>
    `In auto mode a classifier decides about calls that no rule covers. This agent has none, so this call of ${tool} is refused`,
  outsideProject: (tool: string, path: string) =>
    `${tool} needs approval, because ${path} is outside the project and no permission rule allows it`,
  plan: (tool: string) =>
    `${tool} did not run: in plan mode nothing is changed until the user approves the plan`,
  planQuestion: (tool: string) =>
    `This call of ${tool} needs approval, because in plan mode nothing is changed until the user approves the plan`,
  processFile: (tool: string) =>
    `${tool} may not read the memory or environment variables of a process, because those of the agent contain its credentials`,
  outside: (tool: string) =>
    `${tool} may read only files of the project and the transcript, because an agent hook makes this call`,
  trust: (tool: string) =>
    `${tool} may never change what the user trusts; only the user can do that`,
  outsideSandbox: (tool: string) =>
    `This call of ${tool} runs outside the sandbox, where it could change settings and hooks, so the user has to approve it`,
  outsideForbidden: (tool: string) =>
    `${tool} may not run outside the sandbox, because sandbox.allowUnsandboxedCommands is false`,
  settings: (tool: string, { file }: Touch & { readonly kind: "settings" }) =>
    `${tool} could change ${file}${existsSync(file) ? "" : " (not there yet)"}, which controls what the agent may do or what its hooks do, so the user has to approve it`,
} as const;

/** T5: a protected file has changed, for the user, and for the model too if that was not approved. */
export const changedGuards = {
  during: (files: readonly string[]) =>
    `${listed(files)} changed while the command ran, and the user did not approve it. ${consequence}`,
  before: (files: readonly string[]) =>
    `${listed(files)} changed after the command before this one, and the user did not approve it; a process that a command left running may have changed it. ${consequence}`,
  bypassed: (files: readonly string[]) =>
    `${listed(files)} changed while the command ran, which bypassPermissions allows. ${consequence}`,
} as const;

const consequence =
  "This controls what the agent may do or what its hooks do, so the user has to look at it";
const maxListed = 5;

const listed = (files: readonly string[]): string =>
  files.length > maxListed
    ? `${files.slice(0, maxListed).join(", ")} and ${files.length - maxListed} more files`
    : files.join(", ");

/** The model knows what it called; more than this of a very long command does not help it. */
const maxSubject = 2000;

const named = (tool: string, whole: string | undefined): string => {
  if (whole === undefined) return tool;
  const isLong = whole.length > maxSubject;
  return `${tool}: ${isLong ? `${whole.slice(0, maxSubject)}…` : whole}`;
};

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
