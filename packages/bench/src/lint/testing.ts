import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { createHooks } from "@snaphook/engine";
import { brand, type LintReport, type ProfileName } from "@snaphook/protocol";
import { lintReport } from "./lint.ts";

export const fixtures = join(import.meta.dirname, "fixtures");

export interface FixtureOptions {
  readonly profile?: ProfileName;
  /** Default: Linux, wherever the tests run. */
  readonly platform?: string;
  /** Permissions that a repository cannot hold, by file. */
  readonly modes?: Readonly<Record<string, string>>;
  /** `--settings`, from the project. */
  readonly settings?: string;
}

export interface LintedFixture {
  readonly report: LintReport;
  /** `code file:line:column` of every finding, in order. */
  readonly findings: readonly string[];
  /** How many hooks were loaded. */
  readonly hooks: number;
}

/**
 * Lints a copy of a project, below `fixtures` or at an absolute path. Its folder `home` is the user's home, `home/own-folder` becomes our own folder in it,
 * `plugin` is a plugin and `managed.json` the managed settings; each may be missing.
 */
export async function lintFixture(
  folder: string,
  { profile, settings, platform = "linux", modes = {} }: FixtureOptions = {},
): Promise<LintedFixture> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "lint-")));
  try {
    cpSync(resolve(fixtures, folder), cwd, { recursive: true });
    for (const [file, mode] of Object.entries(modes))
      chmodSync(join(cwd, file), Number.parseInt(mode, 8));
    const home = join(cwd, "home");
    const ownFolder = join(home, "own-folder");
    if (existsSync(ownFolder)) renameSync(ownFolder, join(home, brand.homeFolder));
    const plugin = join(cwd, "plugin");
    const hooks = await createHooks({
      cwd,
      home,
      sessionId: "lint",
      managedFile: join(cwd, "managed.json"),
      pluginDirectories: existsSync(plugin) ? [plugin] : [],
      spawn: () => {
        throw new Error("lint starts no process");
      },
      ...(profile === undefined ? {} : { profile }),
      ...(settings === undefined ? {} : { settings }),
    });
    const report = await lintReport(hooks, { home, platform, env: {} });
    const findings = report.diagnostics.map(({ code, place: { file, line, column } }) =>
      `${code} ${relative(cwd, file)}:${line}:${column}`.replace(brand.homeFolder, "own-folder"),
    );
    return { report, findings, hooks: hooks.config.snapshot().hooks.length };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
