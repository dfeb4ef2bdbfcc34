import { events, isRefusable, type Profile } from "@snaphook/protocol";
import { switchedOff } from "../admit/admit.ts";
import type { HookStatus, Trustable } from "../admit/hook-status.ts";
import type { Switches } from "../admit/switches.ts";
import { codeFile } from "../config/check-code-hooks.ts";
import { serverNames } from "../config/configured-servers.ts";
import { readPermissions } from "../config/read-permissions.ts";
import type { EditedGuard } from "../stages/admitted.ts";
import type { ConfiguredHook, LoadedFile, ScopeSettings, Snapshot } from "../stages/snapshot.ts";
import type { SessionSources } from "../text/command-for-session.ts";
import { commandForHook } from "../trust/command-for-hook.ts";
import { namesToTrust } from "../trust/trust-subjects.ts";
import { type Inactive, type InactiveKind, type InactiveReport, serverPrefix } from "./inactive.ts";
import type { NotLoaded } from "./not-loaded.ts";
import { summarizeInactive } from "./summarize-inactive.ts";

/** What the report is made from. */
export interface InactiveSources {
  readonly statuses: readonly HookStatus[];
  readonly switches: Switches;
  /** Files that this session does not load. */
  readonly notLoaded: readonly NotLoaded[];
  readonly trustable: readonly Trustable[];
  /** Trusted guards that were edited, or removed during the session. */
  readonly edited: readonly EditedGuard[];
  readonly profile: Profile;
  readonly untrustedSettings: readonly ScopeSettings[];
  readonly snapshot: Pick<Snapshot, "files" | "skipped" | "diagnostics">;
  /** Settings files in parent folders. */
  readonly parentFiles: readonly string[];
  readonly session: SessionSources;
}

export function inactiveReport(sources: InactiveSources): InactiveReport {
  const entries = [
    ...sources.statuses.flatMap((status) => hookEntry(status, sources.switches)),
    ...mistakes(sources.snapshot),
    ...settingMistakes(sources.snapshot),
    ...sources.trustable.flatMap((one) => goneEntry(one, sources)),
    ...sources.untrustedSettings.flatMap(settingsEntries),
    ...sources.notLoaded.flatMap(notLoadedEntries),
    ...pluginEntries(sources.snapshot.files),
    ...sources.parentFiles.map((file) => parentEntry(file, sources.session.cwd)),
  ];
  return { entries, summary: summarizeInactive(entries, sources.session) };
}

/** A mistake in its definition, of which the snapshot has a diagnostic. */
const isDiagnosed = ({ dormant }: ConfiguredHook): boolean =>
  dormant !== undefined && dormant.reason !== "not-in-profile";

const kinds: Readonly<Record<Exclude<HookStatus["state"], "ready">, InactiveKind>> = {
  untrusted: "untrusted",
  changed: "changed",
  disabled: "disabled",
  "managed-only": "disabled",
  "not-fired": "not-fired",
  never: "cannot-run",
};

function hookEntry(
  { hook, state, because, refuses }: HookStatus,
  switches: Switches,
): readonly Inactive[] {
  if (state === "ready") return [];
  const byUser = state === "disabled" && switchedOff(hook, switches) === undefined;
  const kind = isDiagnosed(hook) ? "invalid" : byUser ? "turned-off" : kinds[state];
  return [{ ...aboutHook(hook), kind, because, refuses }];
}

/** C5: what could not be read: whole files, entries, and matchers in code that match no tool. */
function mistakes({
  files,
  skipped,
  diagnostics,
}: InactiveSources["snapshot"]): readonly Inactive[] {
  const unread = files.flatMap(({ file, state }) => {
    const why = diagnostics.find(({ place }) => place.file === file);
    const isMissing = state === "absent" && why?.code === "missing-file";
    if (state !== "invalid" && state !== "unreadable" && !isMissing) return [];
    return [{ ...aboutFile(file), what: file, because: why?.message ?? state }];
  });
  const entries = skipped.map(({ event, label, diagnostic: { place, message } }) => ({
    ...aboutFile(place.file),
    what: `${event} ${label}`,
    event,
    line: place.line,
    because: message,
  }));
  const dead = diagnostics.filter(
    ({ code, place }) => code === "dead-matcher" && place.file === codeFile,
  );
  const matchers = dead.map(({ place, message, advice }) => ({
    ...aboutFile(place.file),
    what: place.path,
    because: `${message}; ${advice}`,
  }));
  return [...unread, ...entries, ...matchers].map((one) => ({
    kind: "invalid",
    refuses: false,
    ...one,
  }));
}

/** C5: rules and settings that are ignored because of a mistake. */
function settingMistakes({ diagnostics }: InactiveSources["snapshot"]): readonly Inactive[] {
  return diagnostics.flatMap(({ code, level, place, message, advice }): readonly Inactive[] => {
    const isRule = code === "unknown-tool" && place.path.startsWith("permissions.");
    const isIgnored = ignoredSettings.has(code) && (level === "error" || !usedAsWarning.has(code));
    if (!isRule && !isIgnored) return [];
    const about = { ...aboutFile(place.file), what: place.path, line: place.line };
    const because = `${message}; ${advice}`;
    return [{ kind: isRule ? "unknown-tool" : "invalid", ...about, because, refuses: false }];
  });
}

/** Diagnostics that are, as warnings, about something that is used. */
const usedAsWarning: ReadonlySet<string> = new Set(["bad-permissions", "bad-mcp-server"]);

/** Diagnostics about something that is ignored. */
const ignoredSettings: ReadonlySet<string> = new Set([
  ...usedAsWarning,
  "unknown-setting",
  "event-outside-hooks",
]);

/** Hooks, and the rules that refuse or ask: both are guards. */
function notLoadedEntries({ source, hooks, settings }: NotLoaded): readonly Inactive[] {
  const why = {
    kind: "not-loaded",
    because: `this session does not load ${source} settings`,
    refuses: false,
  } as const;
  const rules = settings === undefined ? [] : ruleNames(settings);
  return [
    ...hooks.map((hook) => ({ ...aboutHook(hook), ...why })),
    ...rules.map((what) => ({ ...aboutFile(settings?.file ?? ""), what, ...why })),
  ];
}

const aboutFile = (file: string) => ({
  hook: undefined,
  event: undefined,
  file,
  line: undefined,
});

/** The deny and ask rules of a settings file. */
function ruleNames(settings: ScopeSettings): readonly string[] {
  const { deny, ask } = readPermissions(settings);
  return [...deny.map((rule) => `deny rule ${rule}`), ...ask.map((rule) => `ask rule ${rule}`)];
}

function aboutHook({ id, label, event, source: { file, line } }: ConfiguredHook) {
  return { what: `${event} ${label}`, hook: { id, label }, event, file, line };
}

/** T1: what was trusted and is no longer configured. A guard that was edited into another hook is listed as that hook. */
function goneEntry(
  { subject, label, answer }: Trustable,
  { edited, profile, notLoaded }: InactiveSources,
): readonly Inactive[] {
  const { id, event, root, place } = subject;
  if (answer.state !== "gone" || event === "settings") return [];
  const guard = edited.find(({ trusted }) => trusted.id === id);
  if (guard?.now !== undefined) return [];
  // It exists, and is listed with what this session does not load.
  if (!guard && notLoaded.some(({ hooks }) => hooks.some((hook) => hook.id === id))) return [];
  const file = `${root}/${place.split("#")[0]}`;
  const about = { what: label, hook: { id, label }, event, file, line: undefined };
  if (!guard)
    return [
      {
        kind: "gone",
        because: `it was trusted and is no longer configured; to accept that: ${commandForHook(`trust --forget ${id}`, subject)}`,
        refuses: false,
        ...about,
      },
    ];
  const isUnreadable = guard.how !== "removed";
  const because = isUnreadable
    ? "it was trusted, and its settings can no longer be read"
    : `it was trusted, and it was removed during this session; to accept that: ${commandForHook(`trust --forget ${id}`, subject)}`;
  const refuses = isRefusable(events[guard.trusted.event], profile);
  return [{ kind: isUnreadable ? "unreadable" : "gone", because, refuses, ...about }];
}

/** T6: settings of a project that is not trusted. Its deny and ask rules are not among them: they are applied. */
function settingsEntries(settings: ScopeSettings): readonly Inactive[] {
  const { scope, owner } = settings.origin;
  const from = scope === "plugin" ? `plugin ${owner}` : "project";
  const because = `the settings come from the ${from} and are not trusted`;
  const about = { ...aboutFile(settings.file), because, refuses: false };
  const servers = serverNames([settings]).map((name) => serverPrefix + name);
  const names = servers.length > 0 ? servers : namesToTrust(settings);
  return names.map((what): Inactive => ({ kind: "setting", what, ...about }));
}

/** Each plugin once, whatever its files. */
function pluginEntries(files: readonly LoadedFile[]): readonly Inactive[] {
  const byPlugin = new Map(files.map((one) => [one.notEnabled, one]));
  byPlugin.delete(undefined);
  return [...byPlugin].map(([id = "", { file, detail = "" }]) => ({
    kind: "plugin",
    what: `plugin ${id}`,
    ...aboutFile(file),
    because: detail,
    refuses: false,
  }));
}

const parentEntry = (file: string, cwd: string): Inactive => ({
  kind: "parent",
  what: file,
  ...aboutFile(file),
  because: `settings are read only in the folder in which the session starts, ${cwd}`,
  refuses: false,
});
