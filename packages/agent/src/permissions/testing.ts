import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PermissionAnswer, ScopeSettings } from "@snaphook/engine";
import type { Scope } from "@snaphook/engine/internal";
import { isReadOnlyCommand } from "../tools/shell/read-only/is-read-only-command.ts";
import type { Access, Tool, ToolInput } from "../tools/tool.ts";
import { createPermissions, type PermissionsOptions } from "./create-permissions.ts";

const accesses: Readonly<Record<string, (input: ToolInput) => Access>> = {
  Read: ({ file_path }) => ({ kind: "read", path: String(file_path) }),
  Edit: ({ file_path }) => ({ kind: "edit", path: String(file_path) }),
  Write: ({ file_path }) => ({ kind: "edit", path: String(file_path) }),
  NotebookEdit: ({ notebook_path }) => ({ kind: "edit", path: String(notebook_path) }),
  Bash: ({ command }) => ({ kind: "command", command: String(command) }),
  WebFetch: ({ url }) => ({ kind: "fetch", url: String(url) }),
  Glob: () => ({ kind: "read" }),
  TaskCreate: () => ({ kind: "read" }),
};

/** A tool as permissions see it. */
function toolNamed(name: string): Tool {
  const unused = () => {
    throw new Error("permissions run no tool");
  };
  return {
    name,
    description: "",
    inputSchema: {},
    makeInputSchema: unused,
    parse: unused,
    access: accesses[name] ?? (() => ({ kind: "other" })),
    concurrent: unused,
    run: unused,
    text: unused,
    validateOutput: unused,
  };
}

export const settingsOf = (
  permissions: unknown,
  scope: Scope = "user",
  file = `${scope}.json`,
): ScopeSettings => ({
  origin: {
    scope,
    root: undefined,
    needsTrust: scope === "project" || scope === "local",
    owner: undefined,
  },
  file,
  values: { permissions },
});

/** A home with a project in it and files in both; all links in the paths are resolved. */
export function folders(files: Readonly<Record<string, string>> = {}) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "permissions-test-")));
  const project = join(home, "project");
  mkdirSync(project);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    return join(home, path);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { home, project, write };
}

/** Permissions of a project; calls are judged by the tool's name. */
export function permissionsIn(
  { home, project }: { readonly home: string; readonly project: string },
  options: Partial<PermissionsOptions> & { readonly permissions?: unknown } = {},
) {
  const { permissions: written, ...others } = options;
  const permissions = createPermissions({
    settings: () => (written === undefined ? [] : [settingsOf(written)]),
    projectDirectory: project,
    home,
    headless: true,
    mayRunOutside: () => true,
    changedByCommit: async () => [],
    planModeChanges: "refused",
    readOutside: "allowed",
    readable: [],
    isReadOnlyCommand: (command, line = command) =>
      isReadOnlyCommand(command, { cwd: project, home, line }),
    protectedFiles: () => [],
    hookData: () => [],
    startedFiles: () => [],
    trustStore: join(home, ".product", "trust.json"),
    ...others,
  });
  return {
    ...permissions,
    judge: (tool: string, input: ToolInput, cwd = project) =>
      permissions.judge(toolNamed(tool), input, cwd),
    bash: (command: string, cwd = project) =>
      permissions.judge(toolNamed("Bash"), { command }, cwd),
    suggestions: (tool: string, input: ToolInput, cwd = project) =>
      permissions.suggestions(toolNamed(tool), input, cwd),
  };
}

/** The kind of an answer, for tables. */
export const kindOf = (answer: PermissionAnswer) =>
  typeof answer === "string" ? answer : (Object.keys(answer)[0] ?? "");
