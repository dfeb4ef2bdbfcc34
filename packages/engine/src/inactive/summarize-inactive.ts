import { basename } from "node:path";
import { failsAndRefuses } from "../run/why-it-fails.ts";
import { commandForSession, type SessionSources } from "../text/command-for-session.ts";
import { type Inactive, type InactiveKind, serverPrefix } from "./inactive.ts";

/** What has no effect, as one short line: counts, and the commands that say more. */
export function summarizeInactive(entries: readonly Inactive[], session: SessionSources): string {
  const refusing = Map.groupBy(
    entries.filter(({ refuses }) => refuses),
    ({ kind }) => (kind === "gone" || kind === "unreadable" ? kind : "changed"),
  );
  const others = entries.filter(({ refuses }) => !refuses);
  const unknownTools = others.filter(({ kind }) => kind === "unknown-tool").length;
  const counts = (Object.keys(phrases) as (keyof typeof phrases)[]).flatMap((kind) => {
    const of = others.filter((entry) => entry.kind === kind);
    return of.length === 0 ? [] : [phrases[kind](of)];
  });
  const listed = entries.some(({ kind }) => kind !== "not-loaded");
  const sentences = [
    ...(counts.length === 0 ? [] : [`Not in effect: ${counts.join(", ")}.`]),
    ...(unknownTools === 0
      ? []
      : [
          `Only in effect if the host has the tool: ${count(unknownTools, "rule")} for unknown tools.`,
        ]),
    ...[...refusing].map(([kind, { length }]) => refusals[kind](length)),
    ...(entries.some(({ kind }) => aboutTrust.includes(kind))
      ? [`Review: ${commandForSession("trust", session)}.`]
      : []),
    ...(listed ? [`Details: ${commandForSession("hooks", session)}.`] : []),
  ];
  return sentences.join(" ");
}

const aboutTrust: readonly InactiveKind[] = ["untrusted", "changed", "gone", "setting"];

const phrases: Readonly<
  Record<Exclude<InactiveKind, "unknown-tool">, (entries: readonly Inactive[]) => string>
> = {
  untrusted: ({ length }) =>
    `${count(length, "hook")} that ${length === 1 ? "is" : "are"} not trusted`,
  changed: ({ length }) =>
    `${count(length, "trusted hook")} that ${length === 1 ? "has" : "have"} changed`,
  gone: (entries) =>
    `${count(entries.length, "trusted hook")} that ${entries.length === 1 ? "is" : "are"} gone (${namesOf(entries)})`,
  unreadable: ({ length }) => `${count(length, "trusted hook")} in settings that cannot be read`,
  "turned-off": ({ length }) => `${count(length, "hook")} that you turned off`,
  disabled: (entries) =>
    [...Map.groupBy(entries, ({ because }) => because)]
      .map(([because, { length }]) => `${count(length, "hook")} turned off by ${because}`)
      .join(", "),
  "not-loaded": (entries) => {
    const hooks = entries.filter(({ hook }) => hook !== undefined).length;
    const rules = entries.length - hooks;
    const parts = [
      ...(hooks === 0 ? [] : [count(hooks, "hook")]),
      ...(rules === 0 ? [] : [count(rules, "deny or ask rule")]),
    ];
    return `${parts.join(" and ")} in settings that this session does not load`;
  },
  setting: (entries) => {
    const servers = entries.filter(({ what }) => what.startsWith(serverPrefix));
    const others = entries.length - servers.length;
    const files = [...new Set(servers.map(({ file }) => basename(file)))];
    const names = servers.map(({ what }) => shortened(what.slice(serverPrefix.length)));
    return [
      ...(others === 0
        ? []
        : [
            `${count(others, "setting")} of the untrusted project (deny and ask rules always apply)`,
          ]),
      ...(names.length === 0
        ? []
        : [
            `the MCP server${names.length === 1 ? "" : "s"} ${names.join(", ")} in ${files.join(" and ")}, which ${files.length === 1 ? "is" : "are"} not trusted`,
          ]),
    ].join(", ");
  },
  "not-fired": (entries) =>
    `${count(entries.length, "hook")} on events that this host does not fire (${eventsOf(entries)})`,
  "cannot-run": (entries) => {
    const refusing = entries.filter(({ because }) => because.includes(failsAndRefuses)).length;
    const but =
      refusing === 0
        ? ""
        : `; ${refusing} refuse${refusing === 1 ? "s every call that it guards" : " every call that they guard"}`;
    return `${count(entries.length, "hook")} that cannot run here (${eventsOf(entries)}${but})`;
  },
  invalid: ({ length }) =>
    `${length} ${length === 1 ? "entry" : "entries"} with a mistake in the definition`,
  plugin: ({ length }) =>
    `${count(length, "plugin")} that ${length === 1 ? "is" : "are"} not enabled`,
  parent: ([first, ...more]) =>
    `${first?.file ?? ""}${more.length === 0 ? "" : ` and ${count(more.length, "file")} more`} in a parent folder`,
};

const refusals: Readonly<Record<"changed" | "gone" | "unreadable", (number: number) => string>> = {
  changed: (number) =>
    number === 1
      ? "1 trusted hook has changed and refuses what it guards until you review it."
      : `${number} trusted hooks have changed and refuse what they guard until you review them.`,
  gone: (number) =>
    number === 1
      ? "1 trusted hook was removed and refuses what it guards until you accept that."
      : `${number} trusted hooks were removed and refuse what they guard until you accept that.`,
  unreadable: (number) =>
    number === 1
      ? "1 trusted hook is in settings that cannot be read and refuses what it guards until you fix them."
      : `${number} trusted hooks are in settings that cannot be read and refuse what they guard until you fix them.`,
};

const maxEvents = 4;

function eventsOf(entries: readonly Inactive[]): string {
  const names = [...new Set(entries.flatMap(({ event }) => event ?? []))];
  const shown = names.slice(0, maxEvents).join(", ");
  return names.length > maxEvents ? `${shown} …` : shown;
}

const maxNames = 3;

/** T1: the user has to see which guard is missing. */
function namesOf(entries: readonly Inactive[]): string {
  const names = entries.map(({ what }) => shortened(what));
  const shown = names.slice(0, maxNames).join(", ");
  return names.length > maxNames ? `${shown} …` : shown;
}

/** One line: the label of a hook can be a whole script. */
function shortened(name: string): string {
  const [line = ""] = name.split("\n");
  const beginning = [...line].slice(0, maxNameLength).join("");
  return beginning === name ? name : `${beginning}…`;
}

const maxNameLength = 60;

const count = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? "" : "s"}`;
