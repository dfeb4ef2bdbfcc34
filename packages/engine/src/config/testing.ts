import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { profiles } from "@snaphook/protocol";
import type { Snapshot } from "../stages/snapshot.ts";
import { loadConfiguration } from "./configuration.ts";
import { resolveSources, type SettingsSources } from "./sources.ts";

/** A home, a project and a place for managed settings, all empty and on disk. */
export interface World {
  readonly home: string;
  readonly project: string;
  readonly managed: string;
  /** Writes a file below the world's folder and answers with its path. */
  write(file: string, content: string | Buffer): string;
  at(...names: readonly string[]): string;
  sources(more?: Partial<SettingsSources>): SettingsSources;
  configuration(more?: Partial<SettingsSources>): ReturnType<typeof loadConfiguration>;
  load(more?: Partial<SettingsSources>): Promise<Snapshot>;
}

export function newWorld(): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "config-")));
  const at = (...names: readonly string[]) => join(base, ...names);
  const [home, project, managed] = [at("home"), at("project"), at("managed.json")];
  for (const folder of [home, project]) mkdirSync(folder);
  const sources = (more: Partial<SettingsSources> = {}): SettingsSources => ({
    cwd: project,
    home,
    managedFile: managed,
    ...more,
  });
  const configuration = (more?: Partial<SettingsSources>) =>
    loadConfiguration(resolveSources(sources(more)), profiles.reference);
  return {
    home,
    project,
    managed,
    at,
    sources,
    configuration,
    write(file, content) {
      mkdirSync(dirname(at(file)), { recursive: true });
      writeFileSync(at(file), content);
      return at(file);
    },
    load: async (more) => (await configuration(more)).current(),
  };
}

/** Settings with one command hook on PreToolUse for each command. */
export const settingsWith = (...commands: readonly string[]): string =>
  JSON.stringify({
    hooks: {
      PreToolUse: [{ hooks: commands.map((command) => ({ type: "command", command })) }],
    },
  });

/** Front matter with one command hook. */
export const markdownWith = (command: string, event = "PreToolUse", name?: string): string =>
  [
    "---",
    ...(name === undefined ? [] : [`name: ${name}`]),
    "hooks:",
    `  ${event}:`,
    "    - hooks:",
    "        - type: command",
    `          command: ${command}`,
    "---",
    "Text.",
  ].join("\n");

export const labels = ({ hooks }: Snapshot): readonly string[] => hooks.map(({ label }) => label);

/** The state and detail of a file of a snapshot. */
export const fileOf = ({ files }: Snapshot, name: string) =>
  files.find(({ file }) => file.endsWith(name));

export const codes = ({ diagnostics }: Snapshot): readonly string[] =>
  diagnostics.map(({ code }) => code);
