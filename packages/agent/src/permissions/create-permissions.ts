import type { Access, Tool, ToolInput } from "../tools/tool.ts";
import { showsProcessSecrets } from "./guard/process-secrets.ts";
import { protectedPlaces, type Touch } from "./guard/protected-places.ts";
import { isReadOnlyLine, touchedByCommand } from "./guard/touched-by-command.ts";
import { judgeCall } from "./judge-call.ts";
import { rulesOf } from "./permission-lists.ts";
import type { Permissions } from "./permissions.ts";
import { createRuleBook, type RuleBookOptions } from "./rule-book.ts";
import { forbiddingRule } from "./rules/matching-rules.ts";
import { suggest } from "./suggestions.ts";
import { readUpdate } from "./update/read-update.ts";

export interface PermissionsOptions extends RuleBookOptions {
  /** Nobody is at a terminal; only the words of refusals depend on it. */
  readonly headless: boolean;
  /** Whether a shell command only looks. */
  isReadOnlyCommand(command: string): boolean;
  /** T5: settings files and trusted scripts. The three settings files of every session need not be named. */
  protectedFiles(): Promise<readonly string[]> | readonly string[];
  /** T5: the trust store's file; what lies beside it is covered too. */
  readonly trustStore: string;
}

/**
 * The host's own rules (G1), from settings, command line and session.
 *
 * Contract: settings that are not trusted never reach it (T6); a deny rule that holds is a refusal in
 * every mode; nothing throws for what rules, inputs and files contain.
 */
export function createPermissions(options: PermissionsOptions): Permissions {
  const { projectDirectory, home, headless, trustStore } = options;
  const book = createRuleBook(options);
  const isReadOnlyCommand = (command: string) => options.isReadOnlyCommand(command);
  /** Changes follow each other: two at once would lose one. */
  let last: Promise<unknown> = Promise.resolve();

  async function touchOf(access: Access, cwd: string): Promise<Touch | undefined> {
    if (access.kind !== "edit" && access.kind !== "command") return undefined;
    if (access.kind === "command" && isReadOnlyLine(access.command, { isReadOnlyCommand }))
      return undefined;
    const protectedFiles = await options.protectedFiles();
    const places = protectedPlaces({ projectDirectory, home, trustStore, protectedFiles });
    return access.kind === "edit"
      ? places.at(access.path)
      : touchedByCommand(access.command, { cwd, home, places, isReadOnlyCommand });
  }

  async function judge(tool: Tool, input: ToolInput, cwd: string) {
    const access = tool.access(input);
    const touch = await touchOf(access, cwd);
    return judgeCall({
      tool: tool.name,
      input,
      access,
      mode: book.mode(),
      lists: book.lists(),
      directories: book.directories(),
      context: { cwd, projectDirectory, home },
      touch,
      headless,
      isReadOnlyCommand,
    });
  }

  async function update(updates: readonly unknown[]): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const one of updates) {
      const read = readUpdate(one);
      const problem = read.ok ? await book.change(read.change) : read.problem;
      if (problem !== undefined) problems.push(problem);
    }
    return problems;
  }

  return {
    mode: book.mode,
    judge,
    mayRead: (path, cwd) =>
      !showsProcessSecrets(path) &&
      forbiddingRule(
        rulesOf(book.lists().deny),
        { toolName: "Read", toolInput: { file_path: path } },
        { cwd, projectDirectory, home },
      ) === undefined,
    suggestions: (tool, input, cwd) =>
      suggest(tool.access(input), {
        tool: tool.name,
        allow: rulesOf(book.lists().allow),
        directories: book.directories(),
        context: { cwd, projectDirectory, home },
        isReadOnlyCommand,
      }),
    update: (updates) => {
      const done = last.then(() => update(updates));
      last = done.catch(() => undefined);
      return done;
    },
  };
}
