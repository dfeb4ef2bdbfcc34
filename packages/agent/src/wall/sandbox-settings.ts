import { dirname, resolve } from "node:path";
import type { ScopeSettings } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { deniedEntry, hostEntry } from "./network/host-rules.ts";

/** `sandbox` of all settings together. Paths are absolute. */
export interface SandboxSettings {
  /** Whether commands may write only to some folders, and reach only some servers. */
  readonly enabled: boolean;
  /** Whether commands run even if there is no sandbox for them. */
  readonly mayRunWithout: boolean;
  /** Whether the model may ask to run a command outside. */
  readonly mayAskForOutside: boolean;
  /** Commands that run outside, as in a rule: `docker`, `npm run deploy:*`. */
  readonly excludedCommands: readonly string[];
  readonly allowWrite: readonly string[];
  readonly denyWrite: readonly string[];
  readonly denyRead: readonly string[];
  readonly allowRead: readonly string[];
  readonly allowedDomains: readonly string[];
  readonly deniedDomains: readonly string[];
  /** What was ignored, with file and key. */
  readonly problems: readonly string[];
}

interface SettingsPlaces {
  readonly projectDirectory: string;
  readonly home: string;
}

/**
 * Reads `sandbox`, in the form of Claude Code. Lists of all files add up; of the other values the last one
 * counts, a policy's before all others. What comes from a project that is not trusted can only tighten (T6).
 */
export function sandboxSettings(
  applied: readonly ScopeSettings[],
  untrusted: readonly ScopeSettings[],
  places: SettingsPlaces,
): SandboxSettings {
  const isPolicy = ({ origin }: ScopeSettings) => origin.scope === "managed";
  const ordered = [...applied.filter((one) => !isPolicy(one)), ...applied.filter(isPolicy)];
  const read = ordered.map((one) => readSandbox(one, places));
  const tightening = untrusted.map((one) => readSandbox(one, places));
  const last = (key: keyof Flags) => read.flatMap(({ flags }) => flags[key] ?? []).at(-1);
  const all = (key: ListKey) => [...new Set(read.flatMap(({ lists }) => lists[key]))];
  const ofPolicy = ordered.filter(isPolicy).map((one) => readSandbox(one, places));
  const isPolicyOnly = ofPolicy.some(({ flags }) => flags.allowManagedDomainsOnly === true);
  const everywhere = (key: ListKey) => [
    ...new Set([...read, ...tightening].flatMap(({ lists }) => lists[key])),
  ];
  return {
    enabled: (last("enabled") ?? false) || tightening.some(({ flags }) => flags.enabled === true),
    mayRunWithout: last("failIfUnavailable") === false,
    mayAskForOutside: last("allowUnsandboxedCommands") ?? true,
    excludedCommands: all("excludedCommands"),
    allowWrite: all("allowWrite"),
    denyWrite: everywhere("denyWrite"),
    denyRead: everywhere("denyRead"),
    allowRead: all("allowRead"),
    allowedDomains: isPolicyOnly
      ? ofPolicy.flatMap(({ lists }) => lists.allowedDomains)
      : all("allowedDomains"),
    deniedDomains: everywhere("deniedDomains"),
    problems: [...read, ...tightening].flatMap(({ problems }) => problems),
  };
}

/** Whether commands have no network of their own, and reach only what the lists say. */
export const limitsNetwork = ({ enabled, ...lists }: SandboxSettings): boolean =>
  enabled && !(lists.allowedDomains.includes("*") && lists.deniedDomains.length === 0);

type ListKey =
  | "excludedCommands"
  | "allowWrite"
  | "denyWrite"
  | "denyRead"
  | "allowRead"
  | "allowedDomains"
  | "deniedDomains";
type FlagKey =
  | "enabled"
  | "failIfUnavailable"
  | "allowUnsandboxedCommands"
  | "allowLocalBinding"
  | "allowManagedDomainsOnly";
type Flags = Readonly<Partial<Record<FlagKey, boolean>>>;

type Kind = "flag" | "paths" | "words" | "hosts";

/** Where each key is, and what it holds. */
const keys: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  "": {
    enabled: "flag",
    failIfUnavailable: "flag",
    allowUnsandboxedCommands: "flag",
    excludedCommands: "words",
  },
  filesystem: { allowWrite: "paths", denyWrite: "paths", denyRead: "paths", allowRead: "paths" },
  network: {
    allowedDomains: "hosts",
    deniedDomains: "hosts",
    allowLocalBinding: "flag",
    allowManagedDomainsOnly: "flag",
  },
};

interface ReadSandbox {
  readonly flags: Flags;
  readonly lists: Readonly<Record<ListKey, readonly string[]>>;
  readonly problems: readonly string[];
}

const noLists: ReadSandbox["lists"] = {
  excludedCommands: [],
  allowWrite: [],
  denyWrite: [],
  denyRead: [],
  allowRead: [],
  allowedDomains: [],
  deniedDomains: [],
};

/** One key of `sandbox`, with its name in messages; `kind` is undefined if the key is unknown. */
interface Entry {
  readonly key: string;
  readonly name: string;
  readonly value: unknown;
  readonly kind: Kind | undefined;
}

function readSandbox({ values, file, origin }: ScopeSettings, places: SettingsPlaces): ReadSandbox {
  const written = values["sandbox"] ?? {};
  const base = origin.scope === "user" ? dirname(file) : places.projectDirectory;
  const problemAt = (name: string, text: string) => `${file}: sandbox${name} ${text}`;
  if (!isObject(written))
    return { flags: {}, lists: noLists, problems: [problemAt("", "must be an object")] };
  const entries = Object.keys(keys).flatMap((group) => entriesOf(group, written));
  const valid = entries.filter(({ kind, value }) => kind !== undefined && isOfKind(kind, value));
  const readValue = ({ key, kind, value }: Entry) => {
    if (kind === "hosts")
      return (value as readonly string[]).flatMap((one) => readHost(key, one) ?? []);
    if (kind !== "paths") return value;
    return (value as readonly string[])
      .filter((path) => !hasWildcard(path))
      .map((path) => pathOf(path, base, places));
  };
  const read = (isWanted: (kind: Kind | undefined) => boolean) =>
    Object.fromEntries(
      valid.filter(({ kind }) => isWanted(kind)).map((entry) => [entry.key, readValue(entry)]),
    );
  return {
    flags: read((kind) => kind === "flag"),
    lists: { ...noLists, ...read((kind) => kind !== "flag") },
    problems: entries.flatMap((entry) =>
      problemsOf(entry).map((text) => problemAt(entry.name, text)),
    ),
  };
}

function entriesOf(group: string, written: Readonly<Record<string, unknown>>): readonly Entry[] {
  const inGroup = group === "" ? withoutGroups(written) : (written[group] ?? {});
  if (!isObject(inGroup)) return [{ key: "", name: `.${group}`, value: inGroup, kind: undefined }];
  return Object.entries(inGroup).map(([key, value]) => ({
    key,
    value,
    name: group === "" ? `.${key}` : `.${group}.${key}`,
    kind: Object.entries(keys[group] ?? {}).find(([known]) => known === key)?.[1],
  }));
}

function problemsOf({ key, kind, value }: Entry): readonly string[] {
  if (kind === undefined) return ["has no effect here"];
  if (!isOfKind(kind, value)) return [`is ignored: it must be ${described[kind]}`];
  if (key === "allowLocalBinding" && value === false)
    return [
      "has no effect here: commands can always listen inside the sandbox, where only they connect",
    ];
  if (kind === "hosts")
    return (value as readonly string[])
      .filter((one) => readHost(key, one) === undefined)
      .map((one) => `ignores ${one}: name a host as in example.org, *.example.org or 10.0.0.1`);
  if (kind !== "paths") return [];
  return (value as readonly string[])
    .filter(hasWildcard)
    .map((path) => `ignores ${path}: name a folder, without wildcards`);
}

const withoutGroups = ({ filesystem, network, ...rest }: Readonly<Record<string, unknown>>) => rest;

const described: Readonly<Record<Kind, string>> = {
  flag: "true or false",
  paths: "a list of paths",
  words: "a list of strings",
  hosts: "a list of hosts",
};

const isOfKind = (kind: Kind, value: unknown): boolean =>
  kind === "flag"
    ? typeof value === "boolean"
    : Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "");

const readHost = (key: string, text: string): string | undefined =>
  key === "deniedDomains" ? deniedEntry(text) : hostEntry(text);

const hasWildcard = (path: string): boolean => /[*?[]/.test(path);

/** `~/x` is in the home, `/x` and `//x` start at the root; others start at the project, in user settings at their folder. */
function pathOf(path: string, base: string, { home }: SettingsPlaces): string {
  if (path === "~" || path.startsWith("~/")) return resolve(home, path.slice(2));
  return resolve(base, path.replace(/^\/\//, "/"));
}
