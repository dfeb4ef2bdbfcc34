import { resolve } from "node:path";
import { allClosed, applyFixes, chaosReport, printChaos } from "@snaphook/bench";
import { brand } from "@snaphook/protocol";
import { checkCopied, fileOrJson, pluginFolders, type SourceOptions } from "../load-hooks.ts";
import { printJson, printReport } from "../print.ts";
import { refuseInsideAgent } from "../refuse-inside-agent.ts";

export interface ChaosFlags extends SourceOptions {
  readonly fix?: boolean;
  readonly json?: boolean;
}

/** `chaos`: breaks every hook; exits with 0 if every guard fails closed, otherwise with 1. */
export async function chaos(flags: ChaosFlags): Promise<void> {
  const { cwd, profile, settings, pluginDir, trustProject = false } = flags;
  const { fix = false, json = false } = flags;
  if (fix) refuseInsideAgent();
  checkCopied(resolve(cwd));
  const report = await chaosReport({
    cwd,
    trustProject,
    pluginDirectories: pluginFolders(pluginDir),
    ...(profile === undefined ? {} : { profile }),
    ...(settings === undefined ? {} : { settings: fileOrJson(settings) }),
  });
  const applied = fix ? applyFixes(report) : [];
  if (json) printJson({ ...report, applied });
  else printReport(printChaos(report));
  process.exitCode = allClosed(report) ? 0 : 1;
  if (json) return;
  for (const { written, label, file, what, because } of applied)
    printReport(
      written
        ? `changed ${file}: ${what}`
        : `not changed, because ${because}: ${label}\n    to do  ${what}`,
    );
  if (applied.some(({ written }) => written))
    printReport(`changed hooks need trust again: look at them with ${brand.command} trust --show`);
}
