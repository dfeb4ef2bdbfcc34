import { join, resolve } from "node:path";
import { brand } from "@snaphook/protocol";
import type { Origin, Scope } from "../stages/snapshot.ts";

import { isJsonText } from "../text/settings-flag.ts";
import { homeFolder, userConfigFolder } from "./home-folder.ts";
/** Settings files that a host can disable (`--setting-sources`). */
export const settingSourceNames = ["user", "project", "local"] as const;
export type SettingSource = (typeof settingSourceNames)[number];

/** Where to look for hooks (C1). */
export interface SettingsSources {
  /** The directory the session was started in; its parents are not searched. */
  readonly cwd: string;
  /** The user's home. */
  readonly home?: string;
  /**
   * The user's folder with settings, commands, agents, skills and plugins. Default: `.claude` in `home`; if that
   * is not given either, what CLAUDE_CONFIG_DIR says.
   */
  readonly configFolder?: string;
  readonly settingSources?: readonly SettingSource[];
  /** `--settings`: a file, or the settings themselves as JSON. */
  readonly settings?: string;
  /** Folders of enabled plugins. */
  readonly pluginDirectories?: readonly string[];
  /** The agent that runs as the main one (`--agent`). */
  readonly mainAgent?: string;
  /** The hooks of agents that the caller defines itself (`--agents`), by the agent's name. */
  readonly agentHooks?: Readonly<Record<string, unknown>>;
  /** The names of MCP servers that the caller starts besides those of the project (`--mcp-config`). */
  readonly mcpServers?: readonly string[];
  /** The caller starts no servers of the project, so nothing is missing if they are not trusted (`--strict-mcp-config`). */
  readonly onlyAddedServers?: boolean;
  /** T7: set in code only. Default: the system's place. */
  readonly managedFile?: string;
  /** More settings of the managed scope, as JSON: the caller's own policy, below that of the file. */
  readonly managedSettings?: string;
}

/** Sources with every default filled in and every path absolute. */
export interface ResolvedSources extends SettingsSources {
  readonly home: string;
  readonly configFolder: string;
  readonly settingSources: readonly SettingSource[];
  readonly pluginDirectories: readonly string[];
  readonly managedFile: string;
}

const managedFiles: Readonly<Record<string, string>> = {
  darwin: "/Library/Application Support/ClaudeCode/managed-settings.json",
  win32: "C:\\ProgramData\\ClaudeCode\\managed-settings.json",
};

export function resolveSources(sources: SettingsSources): ResolvedSources {
  const cwd = resolve(sources.cwd);
  const home = resolve(sources.home ?? homeFolder());
  const configFolder =
    sources.configFolder ?? userConfigFolder(home, sources.home === undefined ? process.env : {});
  return {
    ...sources,
    cwd,
    home,
    configFolder: resolve(configFolder),
    settingSources: sources.settingSources ?? settingSourceNames,
    pluginDirectories: (sources.pluginDirectories ?? []).map((folder) => resolve(cwd, folder)),
    // Never relative to the project, which could put a file there (T7).
    managedFile: resolve(
      sources.managedFile ??
        managedFiles[process.platform] ??
        "/etc/claude-code/managed-settings.json",
    ),
  };
}

/** A settings file to look for. */
export interface SettingsFile {
  readonly file: string;
  readonly origin: Origin;
  /** The caller named this file, so it must exist. */
  readonly required?: true;
}

/** The settings files of C1, in plan order. `root` is the project's real path. */
export function settingsFiles(sources: ResolvedSources, root: string): readonly SettingsFile[] {
  const { configFolder, managedFile, settingSources, settings } = sources;
  const trusted = (scope: Scope): Origin => ({
    scope,
    root: undefined,
    needsTrust: false,
    owner: undefined,
  });
  const fromProject = (scope: Scope): Origin => ({
    scope,
    root,
    needsTrust: true,
    owner: undefined,
  });
  const ifEnabled = (source: SettingSource, file: SettingsFile) =>
    settingSources.includes(source) ? [file] : [];
  return [
    { file: managedFile, origin: trusted("managed") },
    ...ifEnabled("user", { file: join(configFolder, "settings.json"), origin: trusted("user") }),
    ...ifEnabled("project", {
      file: join(root, ".claude", "settings.json"),
      origin: fromProject("project"),
    }),
    ...ifEnabled("local", {
      file: join(root, ".claude", "settings.local.json"),
      origin: fromProject("local"),
    }),
    ...(settings === undefined || isJsonText(settings)
      ? []
      : [
          {
            file: resolve(sources.cwd, settings),
            origin: trusted("settings-flag"),
            required: true,
          } as const,
        ]),
  ];
}

/** The folder for a plugin's own data (P7); whatever the plugin's name, it is inside the folder for all plugins. */
export const pluginDataFolder = (home: string, plugin: string): string =>
  join(home, brand.homeFolder, "plugins", folderName(plugin));

/** The same for an installed plugin: the folder in which it already has what it stored under Claude Code. */
export const installedDataFolder = (configFolder: string, id: string): string =>
  join(configFolder, "plugins", "data", folderName(id.replace("@", "-")));

const folderName = (plugin: string): string =>
  plugin.replaceAll(/[^\w.-]/g, "_").replace(/^\.*$/, (dots) => `_${dots}`);
