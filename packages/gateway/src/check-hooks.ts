import type { EventName, Hooks, InactiveKind } from "@snaphook/engine";
import { settingsProblem, settingsRuleProblems } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";

/** The events that a gateway fires. */
export const gatewayEvents: readonly EventName[] = [
  "SessionStart",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "SessionEnd",
];

/** The gateway cannot start; the message says what would help. */
export class GatewayError extends Error {}

/** Hooks on events of an agent are no surprise here: the same settings serve the agent too. */
const expected: readonly InactiveKind[] = ["not-fired", "not-loaded", "unknown-tool", "invalid"];
const untrustedKinds: readonly InactiveKind[] = ["untrusted", "changed", "setting"];

/**
 * Reports what is configured and not in effect (C5, T1, T2, T6). Throws if settings that the user named cannot be
 * used, or with `fail` if something is not trusted.
 */
export async function checkHooks(
  hooks: Hooks,
  { untrusted, report }: { readonly untrusted: "skip" | "fail"; report(text: string): void },
): Promise<void> {
  const snapshot = hooks.config.snapshot();
  const problem = settingsProblem(snapshot) ?? settingsRuleProblems(snapshot)[0];
  if (problem !== undefined) throw new GatewayError(problem);
  for (const { level, place, message, advice } of snapshot.diagnostics)
    if (level === "error")
      report(`${place.file}:${place.line}:${place.column}: ${message}; ${advice}`);
  const { entries } = await hooks.config.inactive();
  const notTrusted = entries.filter(({ kind }) => untrustedKinds.includes(kind));
  if (untrusted === "fail" && notTrusted.length > 0)
    throw new GatewayError(
      `this project has parts that are not trusted, and --untrusted=fail does not start without them: ${notTrusted
        .map(({ what, file, line }) => `${what} (${line === undefined ? file : `${file}:${line}`})`)
        .join("; ")}; review hooks with "${brand.command} trust"`,
    );
  for (const { kind, what, file, line, because, refuses } of entries) {
    if (expected.includes(kind)) continue;
    const until = refuses ? "; until then it refuses what it guards" : "";
    report(
      `not in effect: ${what} (${line === undefined ? file : `${file}:${line}`}): ${because}${until}`,
    );
  }
  if (notTrusted.length > 0)
    report(`review what is not trusted: ${hooks.config.commandFor("trust")}`);
}
