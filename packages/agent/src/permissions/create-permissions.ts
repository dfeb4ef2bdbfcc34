import type { Rule } from "@snaphook/engine/rules";
import type { Profile } from "@snaphook/protocol";
import { readsOutside } from "../tools/shell/read-only/reads-outside.ts";
import type { Access, Tool, ToolInput } from "../tools/tool.ts";
import { type Confinement, isWithin, staysWithin } from "./confinement.ts";
import { editableDirectories } from "./guard/editable-directories.ts";
import { guardWatch } from "./guard/guard-watch.ts";
import { showsProcessSecrets } from "./guard/process-secrets.ts";
import { protectedPlaces, type Touch } from "./guard/protected-places.ts";
import { whyItRunsLater } from "./guard/runs-later.ts";
import { isReadOnlyLine, touchedByCommand } from "./guard/touched-by-command.ts";
import { type ChangedByCommit, touchedByGit } from "./guard/touched-by-git.ts";
import { howToAllow } from "./how-to-allow.ts";
import { type JudgedCall, judgeCall } from "./judge-call.ts";
import { howToAllowMention, judgeMention } from "./judge-mention.ts";
import { rulesOf } from "./permission-lists.ts";
import {
  type OfferedTool,
  type PermissionMode,
  type Permissions,
  ruleText,
  type ToolRun,
} from "./permissions.ts";
import { changedGuards } from "./refusal-texts.ts";
import { createRuleBook, type RuleBookOptions } from "./rule-book.ts";
import { forbiddingRule } from "./rules/matching-rules.ts";
import { suggest } from "./suggestions.ts";
import { readUpdate } from "./update/read-update.ts";

export interface PermissionsOptions extends RuleBookOptions {
  /** No user is at a terminal; only the wording of refusals depends on it. */
  readonly headless: boolean;
  /** Whether plan mode refuses changes or asks about them (section 12 of the contract). */
  readonly planModeChanges: Profile["planModeChanges"];
  /** Whether Read needs approval outside the project (section 12 of the contract). */
  readonly readOutside: Profile["readOutside"];
  /** Folders outside the project that may be read all the same. */
  readonly readable: readonly string[];
  /** Whether a shell command is read-only, in the line that it is a part of. */
  isReadOnlyCommand(command: string, line?: string): boolean;
  /** Whether the settings let the model ask to run a command outside the sandbox. */
  mayRunOutside(): boolean;
  /** T5: settings files and trusted scripts. The settings files that every session has need not be listed. */
  protectedFiles(): Promise<readonly string[]> | readonly string[];
  /** Of these: data that hooks may write. */
  hookData(): Promise<readonly string[]> | readonly string[];
  /** T12: other programs that trusted hooks start. */
  startedFiles(): Promise<readonly string[]> | readonly string[];
  /** The paths in which a commit of the project differs from the current one. */
  changedByCommit: ChangedByCommit;
  /** T5: the trust store's file; the files beside it are covered too. */
  readonly trustStore: string;
}

/**
 * The host's own rules (G1), from settings, command line and session.
 *
 * Contract: settings that are not trusted never reach it (T6); a deny rule that matches refuses in every
 * mode; the content of rules, inputs and files never causes an exception.
 */
export function createPermissions(options: PermissionsOptions): Permissions {
  const { projectDirectory, home, configFolder, headless, trustStore } = options;
  const book = createRuleBook(options);
  const isReadOnlyCommand = (command: string, line = command) =>
    options.isReadOnlyCommand(command, line);
  /** G1: a command that looks at something outside the project needs approval. */
  const readsInside =
    (cwd: string) =>
    (command: string, line = command) =>
      isReadOnlyCommand(command, line) &&
      !readsOutside(command, { cwd, home, line, directories: book.directories() });
  /** Changes run one after the other: of two at once, one would be lost. */
  let lastUpdate: Promise<unknown> = Promise.resolve();

  const placesNow = async () =>
    protectedPlaces({
      projectDirectory,
      home,
      configFolder,
      trustStore,
      protectedFiles: await options.protectedFiles(),
    });
  const watch = guardWatch({
    trustStore,
    hookData: options.hookData,
    async guarded() {
      const { files, frontMatterFolders } = await placesNow();
      return { files: files.map(({ file }) => file), folders: frontMatterFolders };
    },
  });

  async function beginRun(tool: Tool, input: ToolInput, cwd: string): Promise<ToolRun> {
    const access = tool.access(input);
    if (access.kind !== "command") {
      if (access.kind !== "read") watch.forget();
      return unwatched;
    }
    if (isReadOnlyLine(access.command, { isReadOnlyCommand })) return unwatched;
    const touch = await touchOf(access, cwd);
    const outside = agreedOutside(access, touch);
    const bypasses = book.mode() === "bypassPermissions";
    const changes = await watch.begin(outside !== undefined || bypasses);
    return {
      ...(outside === undefined ? {} : { outside }),
      async end() {
        const { during, agreed, before } = await changes();
        return {
          unapproved: [
            ...(during.length > 0 ? [changedGuards.during(during)] : []),
            ...(before.length > 0 ? [changedGuards.before(before)] : []),
          ],
          bypassed: bypasses && agreed.length > 0 ? [changedGuards.bypassed(agreed)] : [],
        };
      },
    };
  }

  async function touchOf(access: Access, cwd: string): Promise<Touch | undefined> {
    if (access.kind !== "edit" && access.kind !== "command") return undefined;
    if (access.kind === "command" && isReadOnlyLine(access.command, { isReadOnlyCommand }))
      return undefined;
    const places = await placesNow();
    if (access.kind === "edit") return places.at(access.path);
    const { command } = access;
    return (
      touchedByCommand(command, { cwd, home, places, isReadOnlyCommand }) ??
      (book.mode() === "bypassPermissions"
        ? undefined
        : touchedByGit(command, { cwd, places, changedByCommit: options.changedByCommit }))
    );
  }

  async function whyNotCovered(access: Access, cwd: string): Promise<string | undefined> {
    if (access.kind !== "edit") return undefined;
    const all = book.directories();
    const directories = editableDirectories({ cwd, directories: all, projectDirectory });
    const isIn = (folders: readonly string[]) =>
      isWithin({ directories: folders, files: [] }, access.path);
    if (isIn(all) && !isIn(directories))
      return "the agent works in a worktree, and the file is outside it";
    return whyItRunsLater(access.path, { directories, started: await options.startedFiles() });
  }

  async function judged(
    tool: Tool,
    input: ToolInput,
    cwd: string,
    { mode = book.mode(), confinement }: Judging = {},
  ): Promise<JudgedCall> {
    const access = tool.access(input);
    const touch = await touchOf(access, cwd);
    const isReadOnlyWithin = (within: Confinement) => (command: string, line?: string) =>
      isReadOnlyCommand(command, line) && staysWithin(within, command, { cwd, home });
    return {
      tool: tool.name,
      mcpServer: tool.mcpServer,
      input,
      access,
      mode,
      lists: book.lists(),
      directories: book.directories(),
      context: { cwd, projectDirectory, home },
      touch,
      notCovered: await whyNotCovered(access, cwd),
      mayRunOutside: options.mayRunOutside(),
      headless,
      planModeChanges: options.planModeChanges,
      isReadOnlyCommand: confinement ? isReadOnlyWithin(confinement) : isReadOnlyCommand,
      runsUnasked: confinement ? isReadOnlyWithin(confinement) : readsInside(cwd),
      mayRead: (path) => confinement === undefined || isWithin(confinement, path),
      readsUnasked: (path) =>
        confinement !== undefined ||
        options.readOutside === "allowed" ||
        isWithin({ directories: [...book.directories(), ...options.readable], files: [] }, path),
    };
  }

  const suggestions = (tool: Tool, input: ToolInput, cwd: string) =>
    suggest(tool.access(input), {
      tool: tool.name,
      allow: rulesOf(book.lists().allow),
      directories: book.directories(),
      context: { cwd, projectDirectory, home },
      isReadOnlyCommand: readsInside(cwd),
    });

  async function update(updates: readonly unknown[]): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const one of updates) {
      const read = readUpdate(one);
      const problem = read.ok ? await book.change(read.change) : read.problem;
      if (problem !== undefined) problems.push(problem);
    }
    return problems;
  }

  const mayRead = (path: string, cwd: string): boolean =>
    !showsProcessSecrets(path) &&
    forbiddingRule(
      rulesOf(book.lists().deny),
      { toolName: "Read", toolInput: { file_path: path } },
      { cwd, projectDirectory, home },
    ) === undefined;

  /** A rule that asks about the searched folder itself was answered before the search. */
  const needsApproval = (path: string, searched: string, cwd: string): boolean => {
    const context = { cwd, projectDirectory, home };
    const asks = (rule: Rule, toolName: string, toolInput: ToolInput) =>
      forbiddingRule([rule], { toolName, toolInput }, context) !== undefined;
    return rulesOf(book.lists().ask).some(
      (rule) => asks(rule, "Read", { file_path: path }) && !asks(rule, "Grep", { path: searched }),
    );
  };

  const isFor = (rule: Rule, { name, mcpServer }: OfferedTool): boolean =>
    forbiddingRule(
      [rule],
      { toolName: name, toolInput: {}, mcpServer },
      { cwd: projectDirectory, projectDirectory, home },
    ) !== undefined;

  const permissions: Permissions = {
    mode: book.mode,
    bypassDisabledBy: book.bypassDisabledBy,
    leavePlanMode: book.leavePlanMode,
    directories: book.directories,
    judge: async (tool, input, cwd) => judgeCall(await judged(tool, input, cwd)),
    beginRun,
    forbids: (tool) =>
      rulesOf(book.lists().deny).some((rule) => rule.pattern === undefined && isFor(rule, tool)),
    restrictingRules: () =>
      rulesOf([...book.lists().deny, ...book.lists().ask]).map((rule) => ({
        ...rule,
        matches: (tool) => isFor(rule, tool),
      })),
    rules: book.rules,
    mayRead,
    needsApproval,
    forAgentHook(files) {
      const confinement = () => ({ directories: book.directories(), files });
      return {
        ...permissions,
        mode: () => agentHookMode,
        judge: async (tool, input, cwd) =>
          judgeCall(
            await judged(tool, input, cwd, { mode: agentHookMode, confinement: confinement() }),
          ),
        mayRead: (path, cwd) => isWithin(confinement(), path) && mayRead(path, cwd),
      };
    },
    inMode: (mode) => ({
      ...permissions,
      mode,
      judge: async (tool, input, cwd) =>
        judgeCall(await judged(tool, input, cwd, { mode: mode() })),
      howToAllow: async (tool, input, cwd) =>
        howToAllow(await judged(tool, input, cwd, { mode: mode() }), suggestions(tool, input, cwd)),
      inMode: permissions.inMode,
    }),
    forMentions: () => ({
      ...permissions,
      judge: async (tool, input, cwd) => judgeMention(await judged(tool, input, cwd)),
      howToAllow: async (tool, input, cwd) =>
        howToAllowMention(await judged(tool, input, cwd)) ??
        permissions.howToAllow(tool, input, cwd),
    }),
    suggestions,
    fileOf: book.fileOf,
    offers: (tool, input, cwd) =>
      suggestions(tool, input, cwd).map((update) => {
        const file = book.fileOf(update.destination);
        const rules = (update.rules ?? []).map(ruleText);
        return { update, rules, ...(file === undefined ? {} : { file }) };
      }),
    howToAllow: async (tool, input, cwd) =>
      howToAllow(await judged(tool, input, cwd), suggestions(tool, input, cwd)),
    update: (updates) => {
      const done = lastUpdate.then(() => update(updates));
      lastUpdate = done.catch(() => undefined);
      return done;
    },
  };
  return permissions;
}

/** The user was asked about it and agreed, because it runs now. */
function agreedOutside(access: Access, touch: Touch | undefined): string | undefined {
  if (touch?.kind === "settings") return `the user approved a change of ${touch.file}`;
  return access.kind === "command" && access.outside ? "the user approved it" : undefined;
}

/** How a call is judged if not as one of the main agent. */
interface Judging {
  readonly mode?: PermissionMode;
  readonly confinement?: Confinement;
}

const agentHookMode: PermissionMode = "dontAsk";

/** A run that cannot change a protected file, or whose change is visible in its call. */
const unwatched: ToolRun = { end: async () => ({ unapproved: [], bypassed: [] }) };
