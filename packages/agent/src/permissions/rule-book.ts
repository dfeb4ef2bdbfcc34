import { join } from "node:path";
import type { ScopeSettings } from "@snaphook/engine";
import { readPermissions } from "@snaphook/engine/internal";
import { splitRules } from "@snaphook/engine/rules";
import {
  behaviors,
  joinLists,
  noPermissions,
  type PermissionLists,
  type SourcedRule,
} from "./permission-lists.ts";
import type { PermissionMode } from "./permissions.ts";
import { changeSettingsFile } from "./update/change-settings-file.ts";
import { ignoreLocalSettings } from "./update/ignore-in-git.ts";
import {
  changedList,
  changedLists,
  type Destination,
  directoryOf,
  type ListChange,
  type PermissionChange,
  samenessOf,
} from "./update/permission-change.ts";

export interface RuleBookOptions {
  /** The settings in force, as they are now. */
  settings(): readonly ScopeSettings[];
  /** The mode that the session was started with. */
  readonly mode?: PermissionMode | undefined;
  /** Rules from the command line; the deny rules stay for the whole session. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  readonly projectDirectory: string;
  readonly home: string;
  /** The user's folder with settings. Default: `.claude` in the home. */
  readonly configFolder?: string;
}

/** All rules, directories and the mode in force, from all sources. */
export interface RuleBook {
  lists(): PermissionLists;
  /** Each rule with where it comes from. */
  rules(): readonly SourcedRule[];
  /** The project and the directories added to it. */
  directories(): readonly string[];
  mode(): PermissionMode;
  /** The settings file that forbids bypassPermissions; `undefined` if none does. */
  bypassDisabledBy(): string | undefined;
  /** Returns from plan mode to the mode from before; a session that began in plan mode, to default. */
  leavePlanMode(): void;
  /** The settings file of a destination; undefined for the session. */
  fileOf(destination: Destination): string | undefined;
  /** G6: in force at once, and written if the destination is a file; returns what prevented it. */
  change(change: PermissionChange): Promise<string | undefined>;
}

type FileDestination = Exclude<Destination, "session">;

/** The lists of a file after a change in this session, and what the file said before. */
interface Overlay {
  readonly seen: string;
  readonly lists: PermissionLists;
}

interface ListsOfSource {
  readonly source: string;
  readonly file?: string | undefined;
  readonly lists: PermissionLists;
}

const scopes = {
  userSettings: "user",
  projectSettings: "project",
  localSettings: "local",
} as const;

export function createRuleBook(options: RuleBookOptions): RuleBook {
  const { settings, projectDirectory, home } = options;
  const { configFolder = join(home, ".claude") } = options;
  const fixed = { ...noPermissions, deny: splitRules(options.disallowedTools ?? []) };
  let session: PermissionLists = {
    ...noPermissions,
    allow: splitRules(options.allowedTools ?? []),
  };
  let chosenMode: PermissionMode | undefined;
  let modeBeforePlan: PermissionMode = "default";
  const bypassDisabledBy = () =>
    settings().find((one) => readPermissions(one).disablesBypass)?.file;
  const mode = () => {
    const wanted = chosenMode ?? startingMode(settings(), options.mode);
    const isForbidden = wanted === "bypassPermissions" && bypassDisabledBy() !== undefined;
    return isForbidden ? "default" : wanted;
  };
  const overlays = new Map<FileDestination, Overlay>();

  const settingsOf = (destination: FileDestination) =>
    settings().find(({ origin }) => origin.scope === scopes[destination]);
  const seenOf = (found: ScopeSettings | undefined) =>
    JSON.stringify(found?.values["permissions"] ?? null);

  /** Once the settings have been read again, they contain the change, and the overlay is dropped. */
  function overlayOf(destination: FileDestination): Overlay | undefined {
    const overlay = overlays.get(destination);
    if (overlay?.seen === seenOf(settingsOf(destination))) return overlay;
    overlays.delete(destination);
    return undefined;
  }

  function sources(): readonly ListsOfSource[] {
    const changed = fileDestinations.flatMap((destination) => {
      const overlay = overlayOf(destination);
      const { file } = placeOf(destination);
      return overlay ? [{ source: scopes[destination], file, lists: overlay.lists }] : [];
    });
    const unchanged = settings()
      .filter(({ origin }) => !changed.some(({ source }) => source === origin.scope))
      .map((one) => ({ source: one.origin.scope, file: one.file, lists: readPermissions(one) }));
    return [
      { source: "session", lists: fixed },
      { source: "session", lists: session },
      ...unchanged,
      ...changed,
    ];
  }

  const lists = (): PermissionLists => joinLists(sources().map((one) => one.lists));

  const rules = (): readonly SourcedRule[] =>
    sources().flatMap(({ source, file, lists: own }) =>
      behaviors.flatMap((behavior) =>
        own[behavior].map((rule) => ({ behavior, rule, source, ...(file ? { file } : {}) })),
      ),
    );

  const sameIn = (list: ListChange["list"]) => samenessOf(list, { projectDirectory, home });

  async function changeFile(destination: FileDestination, change: ListChange) {
    const sameAs = sameIn(change.list);
    const key = change.list === "directories" ? "additionalDirectories" : change.list;
    const problem = await changeSettingsFile({
      ...placeOf(destination),
      key,
      change: (current = []) => {
        if (!Array.isArray(current)) throw new Error(`permissions.${key} is not a list`);
        return changedList(current as readonly unknown[], change, sameAs);
      },
    });
    if (problem !== undefined) return problem;
    const found = settingsOf(destination);
    const present =
      overlayOf(destination)?.lists ?? (found ? readPermissions(found) : noPermissions);
    const next = changedLists(present, change, sameAs);
    overlays.set(destination, { seen: seenOf(found), lists: next });
    return afterWriting(destination);
  }

  /** What the user should know about a file that was written. */
  const afterWriting = async (destination: Destination): Promise<string | undefined> =>
    destination === "localSettings" ? ignoreLocalSettings(projectDirectory) : undefined;

  const placeOf = (destination: FileDestination) => {
    const folder =
      destination === "userSettings" ? configFolder : join(projectDirectory, ".claude");
    const name = destination === "localSettings" ? "settings.local.json" : "settings.json";
    // The user may keep settings elsewhere and link to them; a project may not link to a file outside of it.
    return {
      file: join(folder, name),
      within: destination === "userSettings" ? "/" : projectDirectory,
    };
  };

  function whyNoBypass(destination: Destination): string | undefined {
    if (destination === "projectSettings" || destination === "localSettings")
      return "setMode: bypassPermissions is never written to project settings";
    const file = bypassDisabledBy();
    if (file !== undefined) return `setMode: ${bypassDisabled(file)}`;
    return options.mode === "bypassPermissions"
      ? undefined
      : "setMode: bypassPermissions is only possible in a session that was started with it";
  }

  async function changeMode(destination: Destination, chosen: PermissionMode) {
    const refused = chosen === "bypassPermissions" ? whyNoBypass(destination) : undefined;
    if (refused !== undefined) return refused;
    const problem =
      destination === "session"
        ? undefined
        : await changeSettingsFile({
            ...placeOf(destination),
            key: "defaultMode",
            change: () => chosen,
          });
    if (problem !== undefined) return problem;
    if (chosen === "plan" && mode() !== "plan") modeBeforePlan = mode();
    chosenMode = chosen;
    return afterWriting(destination);
  }

  return {
    lists,
    rules,
    directories: () => [
      projectDirectory,
      ...lists().directories.map((one) => directoryOf(one, { projectDirectory, home })),
    ],
    mode,
    bypassDisabledBy,
    fileOf: (destination) => (destination === "session" ? undefined : placeOf(destination).file),
    leavePlanMode() {
      if (mode() === "plan") chosenMode = modeBeforePlan;
    },
    change: async (update) => {
      const { destination } = update;
      if ("mode" in update) return changeMode(destination, update.mode);
      if (destination !== "session") return changeFile(destination, update.change);
      session = changedLists(session, update.change, sameIn(update.change.list));
      return undefined;
    },
  };
}

/** Why the mode cannot be chosen, for the user. */
export const bypassDisabled = (file: string): string =>
  `bypassPermissions is disabled by permissions.disableBypassPermissionsMode in ${file}`;

const fileDestinations = Object.keys(scopes) as readonly FileDestination[];

/** The scopes whose mode takes precedence over the one the session was started with, and those it overrides. */
const scopesAboveFlag = ["managed"];
const scopesBelowFlag = ["settings-flag", "local", "project", "user"];

function startingMode(
  settings: readonly ScopeSettings[],
  flag: PermissionMode | undefined,
): PermissionMode {
  const first = (scopesInOrder: readonly string[]) =>
    scopesInOrder
      .flatMap((scope) => settings.filter(({ origin }) => origin.scope === scope))
      .map((one) => readPermissions(one).defaultMode)
      .find((mode) => mode !== undefined);
  return first(scopesAboveFlag) ?? flag ?? first(scopesBelowFlag) ?? "default";
}
