import { events, isRefusable, type Profile } from "@snaphook/protocol";
import type { HookStatus, Trustable } from "../admit/hook-status.ts";
import { isObject } from "../config/is-object.ts";
import type { ConfiguredHook, LoadedFile, ScopeSettings } from "../stages/snapshot.ts";
import { subjectOfSettings } from "../trust/trust-subjects.ts";
import type { Inactive, InactiveKind, InactiveReport } from "./inactive.ts";
import { summarizeInactive } from "./summarize-inactive.ts";

/** What the report is made from. */
export interface InactiveSources {
  readonly statuses: readonly HookStatus[];
  readonly trustable: readonly Trustable[];
  /** Trusted guards that were edited; those without a current id are broken. */
  readonly edited: readonly {
    readonly trusted: ConfiguredHook;
    readonly now: string | undefined;
  }[];
  readonly profile: Profile;
  readonly untrustedSettings: readonly ScopeSettings[];
  /** Every file that was looked for. */
  readonly files: readonly LoadedFile[];
  /** Settings files in parent folders. */
  readonly parentFiles: readonly string[];
  /** The folder the session started in. */
  readonly cwd: string;
}

export function inactiveReport(sources: InactiveSources): InactiveReport {
  const entries = [
    ...sources.statuses.flatMap(hookEntry),
    ...sources.trustable.flatMap((one) => goneEntry(one, sources)),
    ...sources.untrustedSettings.flatMap(settingsEntries),
    ...pluginEntries(sources.files),
    ...sources.parentFiles.map((file) => parentEntry(file, sources.cwd)),
  ];
  return { entries, summary: summarizeInactive(entries, sources.cwd) };
}

/** A hook that the user or a policy turned off is not listed: that was a decision. */
const kinds: Partial<Record<HookStatus["state"], InactiveKind>> = {
  untrusted: "untrusted",
  changed: "changed",
  "not-fired": "not-fired",
  never: "cannot-run",
};

function hookEntry({ hook, state, because, refuses }: HookStatus): readonly Inactive[] {
  const kind = kinds[state];
  if (kind === undefined) return [];
  const { id, label, event, source } = hook;
  const { file, line } = source;
  return [
    { kind, what: `${event} ${label}`, hook: { id, label }, event, file, line, because, refuses },
  ];
}

/** T1: what was trusted and is no longer configured. A guard that was edited into another hook is listed as that hook. */
function goneEntry(
  { subject, label, answer }: Trustable,
  { edited, profile }: InactiveSources,
): readonly Inactive[] {
  const { id, event, root, place } = subject;
  if (answer.state !== "gone" || event === "settings") return [];
  const guard = edited.find(({ trusted }) => trusted.id === id);
  if (guard?.now !== undefined) return [];
  const file = `${root}/${place.split("#")[0]}`;
  const about = { what: label, hook: { id, label }, event, file, line: undefined };
  if (!guard)
    return [
      {
        kind: "gone",
        because: "it was trusted and is no longer configured",
        refuses: false,
        ...about,
      },
    ];
  const because = "it was trusted, and its settings can no longer be read";
  const refuses = isRefusable(events[guard.trusted.event], profile);
  return [{ kind: "changed", because, refuses, ...about }];
}

/** T6: settings of a project that is not trusted, with its rules one by one. */
function settingsEntries(settings: ScopeSettings): readonly Inactive[] {
  const { type: _type, ...values } = subjectOfSettings(settings)?.handler ?? {};
  const { file } = settings;
  const about = { hook: undefined, event: undefined, file, line: undefined, refuses: false };
  const because = "the settings come from the project and are not trusted";
  const { permissions } = values;
  const rules = ["deny", "ask"].flatMap((list) =>
    listOf(isObject(permissions) ? permissions[list] : undefined).map(
      (rule): Inactive => ({ kind: "rule", what: `${list} rule ${rule}`, because, ...about }),
    ),
  );
  const keys = Object.keys(values).filter((key) => key !== "permissions" || rules.length === 0);
  return [
    ...rules,
    ...keys.map((key): Inactive => ({ kind: "setting", what: key, because, ...about })),
  ];
}

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** Each plugin once, whatever its files. */
function pluginEntries(files: readonly LoadedFile[]): readonly Inactive[] {
  const byPlugin = new Map(files.map((one) => [one.notEnabled, one]));
  byPlugin.delete(undefined);
  return [...byPlugin].map(([id = "", { file, detail = "" }]) => ({
    kind: "plugin",
    what: `plugin ${id}`,
    hook: undefined,
    event: undefined,
    file,
    line: undefined,
    because: detail,
    refuses: false,
  }));
}

const parentEntry = (file: string, cwd: string): Inactive => ({
  kind: "parent",
  what: file,
  hook: undefined,
  event: undefined,
  file,
  line: undefined,
  because: `settings are read only in the folder in which the session starts, ${cwd}`,
  refuses: false,
});
