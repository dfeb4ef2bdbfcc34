import { join } from "node:path";
import type { LoadedPlugin, SettingSource } from "@snaphook/engine/internal";

/** Where agents, output styles and the like are looked for. */
export interface DefinitionOptions {
  readonly cwd: string;
  /** The user's folder with definitions. */
  readonly configFolder: string;
  readonly settingSources?: readonly SettingSource[];
  readonly plugins?: readonly LoadedPlugin[];
  /** Find none in files. */
  readonly bare?: boolean;
  /** Whether the project's definitions may be used (T6). */
  readonly trustProject?: boolean;
}

/** A folder with files that define something. */
export interface DefinitionPlace {
  readonly folder: string;
  /** The folder that links may not leave. */
  readonly bound?: string;
  readonly source: "plugin" | "user" | "project";
  readonly isTrusted: boolean;
  /** What the names of its definitions begin with: `plugin:`. */
  readonly prefix: string;
}

/** The folders of plugins, the user and the project, in the order in which a later definition replaces an earlier one. */
export function definitionPlaces(
  options: DefinitionOptions,
  name: string,
  ofPlugin: (plugin: LoadedPlugin) => readonly string[],
): readonly DefinitionPlace[] {
  const { cwd, configFolder, plugins = [], bare = false, trustProject = false } = options;
  const sources: readonly SettingSource[] = options.settingSources ?? ["user", "project"];
  const places: readonly DefinitionPlace[] = [
    { folder: join(configFolder, name), source: "user", isTrusted: true, prefix: "" },
    {
      folder: join(cwd, ".claude", name),
      bound: cwd,
      source: "project",
      isTrusted: trustProject,
      prefix: "",
    },
  ];
  return [
    ...plugins.flatMap((plugin) =>
      ofPlugin(plugin).map(
        (folder): DefinitionPlace => ({
          folder,
          bound: plugin.root,
          source: "plugin",
          isTrusted: trustProject || !plugin.needsTrust,
          prefix: `${plugin.name}:`,
        }),
      ),
    ),
    ...places.filter(({ source }) => !bare && sources.some((one) => one === source)),
  ];
}
