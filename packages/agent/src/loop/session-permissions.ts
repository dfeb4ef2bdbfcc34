import { join } from "node:path";
import type { Hooks } from "@snaphook/engine";
import { brand, type Profile } from "@snaphook/protocol";
import { createPermissions } from "../permissions/create-permissions.ts";
import type { Permissions } from "../permissions/permissions.ts";
import { bypassDisabled } from "../permissions/rule-book.ts";
import { ruleOptionWarnings } from "../permissions/rule-options.ts";
import { changedByCommit } from "../tools/shell/changed-by-commit.ts";
import { isReadOnlyIn } from "../tools/shell/read-only/is-read-only-command.ts";
import type { ToolContext } from "../tools/tool.ts";
import { sandboxSettings } from "../wall/sandbox-settings.ts";
import type { CompleteOptions } from "./complete-options.ts";

export interface SessionPermissionsOptions {
  readonly options: CompleteOptions;
  readonly hooks: Hooks;
  readonly profile: Profile;
  readonly context: ToolContext;
  readonly serverNames: readonly string[] | undefined;
  readonly warn: (text: string) => void;
}

/** The rules of settings and command line. Allow rules of the command line that match nothing are reported here, rules of settings with the settings; with deny rules that match nothing, no session starts. */
export async function sessionPermissions({
  options,
  hooks,
  profile,
  context,
  serverNames,
  warn,
}: SessionPermissionsOptions): Promise<Permissions> {
  const { cwd, home, configFolder, headless, allowedTools, disallowedTools, permissionMode } =
    options;
  const permissions = createPermissions({
    settings: hooks.config.settings,
    mode: permissionMode,
    allowedTools,
    disallowedTools,
    projectDirectory: cwd,
    home,
    configFolder,
    headless,
    planModeChanges: profile.planModeChanges,
    readOutside: profile.readOutside,
    readable: [context.sessionFolder, join(configFolder, "skills"), join(configFolder, "plugins")],
    isReadOnlyCommand: (command, line = command) =>
      isReadOnlyIn({ cwd: context.cwd(), home, line }, command),
    mayRunOutside: () =>
      sandboxSettings(hooks.config.settings(), [], { projectDirectory: cwd, home })
        .mayAskForOutside,
    changedByCommit: (commit, directory) => changedByCommit(commit, directory, context),
    protectedFiles: hooks.config.guardedFiles,
    hookData: hooks.config.guardedData,
    startedFiles: hooks.config.startedFiles,
    trustStore: join(home, brand.homeFolder, "trust.json"),
  });
  const forbidding = permissions.bypassDisabledBy();
  if (forbidding !== undefined && permissionMode === "bypassPermissions")
    warn(`${bypassDisabled(forbidding)}; the session is in the mode ${permissions.mode()}`);
  const { workingDirectory, additionalDirectories = [] } = options;
  const directories = [...additionalDirectories, ...(workingDirectory ? [workingDirectory] : [])];
  const added = { type: "addDirectories", directories, destination: "session" } as const;
  if (directories.length > 0) for (const text of await permissions.update([added])) warn(text);
  for (const text of ruleOptionWarnings("--allowedTools", allowedTools ?? [], serverNames))
    warn(text);
  return permissions;
}
