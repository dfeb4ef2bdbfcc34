import type { EventName, Hooks, Inactive, InactiveKind } from "@snaphook/engine";
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

/** Hooks on events of an agent have a line of their own; the others are mistakes that `lint` finds. */
const expected: readonly InactiveKind[] = ["not-fired", "not-loaded", "unknown-tool", "invalid"];
const untrustedKinds: readonly InactiveKind[] = ["untrusted", "changed", "unreadable", "setting"];

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
  const inactive = await hooks.config.inactive();
  // The client starts the servers of .mcp.json, so whether they are trusted is its business.
  const entries = inactive.entries.filter(({ what }) => !what.startsWith("MCP server "));
  const notTrusted = entries.filter(({ kind }) => untrustedKinds.includes(kind));
  if (untrusted === "fail" && notTrusted.length > 0)
    throw new GatewayError(
      `this project has parts that are not trusted, and --untrusted=fail does not start without them: ${notTrusted
        .map((entry) => `${entry.what} (${placeOf(entry)})`)
        .join("; ")}; review hooks with "${brand.command} trust"`,
    );
  for (const entry of entries) if (!expected.includes(entry.kind)) report(inWords(entry));
  const events = new Set(snapshot.hooks.map(({ event }) => event));
  for (const event of [...events].filter((name) => !gatewayEvents.includes(name)))
    report(`a gateway does not fire ${event}, so hooks on it do not run here`);
  if (notTrusted.length > 0)
    report(`review what is not trusted: ${hooks.config.commandFor("trust")}`);
}

const placeOf = ({ file, line }: Inactive): string =>
  line === undefined ? file : `${file}:${line}`;

function inWords(entry: Inactive): string {
  const until = entry.refuses ? "; until then it refuses what it guards" : "";
  return `not in effect: ${entry.what} (${placeOf(entry)}): ${entry.because}${until}`;
}
