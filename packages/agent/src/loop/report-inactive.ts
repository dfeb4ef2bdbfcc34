import type { Inactive, InactiveReport } from "@snaphook/engine";
import { brand } from "@snaphook/protocol";
import type { Emit } from "./agent-event.ts";

/** T2: the hooks of the project that do not run because they are not trusted or have changed, by name. */
export const untrustedHooks = (entries: readonly Inactive[]): readonly string[] =>
  entries.flatMap(({ kind, what, file, line }) =>
    hookKinds.includes(kind) ? [`${what} (${placeOf(file, line)}, ${kind})`] : [],
  );

const hookKinds: readonly Inactive["kind"][] = ["untrusted", "changed", "unreadable"];

/** T2: `--untrusted=fail` with hooks, settings, servers or agents that are not in effect. */
export const untrustedError = (names: readonly string[]): Error =>
  new Error(
    `this project has parts that are not trusted, and --untrusted=fail does not start a session without them: ${names.join("; ")}; review hooks with "${brand.command} trust"; everything else needs --trust-project`,
  );

/** Settings and MCP servers that are not in effect because the project is not trusted. */
export const untrustedSettings = (entries: readonly Inactive[]): readonly string[] =>
  entries.flatMap(({ kind, what, file }) => (kind === "setting" ? [`${what} (${file})`] : []));

/** T1, T2, T6: says once what is configured and has no effect, in one line; the verbose view names each. */
export function reportInactive({ entries, summary }: InactiveReport, emit: Emit): void {
  // Each mistake has a line of its own.
  if (entries.every(({ kind }) => kind === "invalid" || kind === "unknown-tool")) return;
  const trusting = entries.some(({ kind }) => untrustedKinds.includes(kind));
  const text = trusting ? `${summary} To trust the project for one run: --trust-project.` : summary;
  // What the caller left out of this session is no surprise.
  const isExpected = entries.every(({ kind }) => kind === "not-loaded");
  const level = isExpected ? "info" : "warning";
  emit({ type: "notice", level, text, details: entries.map(inactiveDetail) });
}

const untrustedKinds: readonly Inactive["kind"][] = ["untrusted", "setting"];

/** One entry in one line. */
export function inactiveDetail({ what, file, line, because, refuses }: Inactive): string {
  const until = refuses ? "; until then it refuses what it guards" : "";
  return `${what} (${placeOf(file, line)}): ${because}${until}`;
}

const placeOf = (file: string, line: number | undefined): string =>
  line === undefined ? file : `${file}:${line}`;
