import { definitionOf, inLine, ownLimitMs, typeLimitMs, visibleText } from "@snaphook/protocol";
import { line } from "../text/styled-line.ts";
import type { StatisticsById } from "./hook-statistics.ts";
import type { MenuAction } from "./menu-action.ts";
import type { MenuHook } from "./menu-data.ts";
import type { Page, PageRow } from "./page.ts";
import { runsOf, scopeLabel, stateInWords } from "./summaries.ts";

/** Everything about one hook, and what can be done with it. */
export function hookPage(
  hook: MenuHook,
  statistics: StatisticsById | undefined,
  now: number,
): Page {
  const actions = actionsOf(hook);
  return {
    title: inLine(`${scopeLabel(hook)} ${hook.row.event} · ${hook.name}`),
    head: [],
    rows: [
      ...actions.map(({ key, label, action }) => ({ line: line(`${key}  ${label}`), action })),
      ...(hook.readOnly === undefined
        ? []
        : [text("Read-only", `it cannot be edited or deleted here: ${hook.readOnly}`)]),
      ...factsOf(hook, statistics, now),
    ],
    keys: actions.map(({ key, action }) => ({ key, action })),
  };
}

interface HookAction {
  readonly key: string;
  readonly label: string;
  readonly action: MenuAction;
}

function actionsOf(hook: MenuHook): readonly HookAction[] {
  const { key, row, hook: configured, canSwitch, readOnly, needsTrust, repeat } = hook;
  const isOff = row.state === "disabled";
  const editor: MenuAction = { do: "editor", file: row.source.file, line: row.source.line };
  return [
    ...(canSwitch
      ? [
          {
            key: "s",
            label: isOff ? "Switch on" : "Switch off",
            action: { do: "switch", hook: key } as const,
          },
        ]
      : []),
    ...(needsTrust
      ? [{ key: "t", label: "Trust…", action: { do: "trust", hook: key } as const }]
      : []),
    ...(configured
      ? [
          { key: "r", label: "Run a test", action: { do: "test", hook: key } as const },
          {
            key: "w",
            label: "Why?",
            action: { do: "open", screen: { kind: "why", event: configured.event } } as const,
          },
        ]
      : []),
    ...(repeat === undefined
      ? []
      : [
          {
            key: "c",
            label: "Copy the command that runs it on a sample",
            action: { do: "copy", text: repeat } as const,
          },
        ]),
    ...(readOnly === undefined
      ? [
          { key: "e", label: "Edit…", action: { do: "edit", hook: key } as const },
          { key: "d", label: "Delete…", action: { do: "delete", hook: key } as const },
        ]
      : []),
    ...(row.source.file.startsWith("/") || /^[A-Za-z]:/.test(row.source.file)
      ? [{ key: "v", label: "Open in $EDITOR", action: editor }]
      : []),
  ];
}

function factsOf(
  hook: MenuHook,
  statistics: StatisticsById | undefined,
  now: number,
): readonly PageRow[] {
  const { row, hook: configured, matcher, command, trust } = hook;
  const because = row.because === "" ? "" : `: ${row.because}`;
  return [
    text("State", `${stateInWords(hook)}${because}`),
    ...hook.warnings.map((warning) => text("Warning", warning)),
    text("Event", row.event),
    text("Matcher", row.matcher === null ? matcher : `${row.matcher} (${matcher})`),
    ...(row.if === null ? [] : [text("If", row.if)]),
    text("Type", row.type ?? "invalid"),
    ...text("Runs", command, true),
    text("Source", `${scopeLabel(hook)} ${row.source.file}:${row.source.line} ${row.source.path}`),
    ...(row.id === null ? [] : [text("Id", row.id)]),
    text("Trust", trust),
    ...(configured ? handlerFacts(configured.handler) : []),
    ...runsOf(hook, statistics, now).map((runs) => text("Session", runs)),
  ];
}

/** The limit, and the fields that no other line shows. */
function handlerFacts(handler: NonNullable<MenuHook["hook"]>["handler"]): readonly PageRow[] {
  const limit = (ownLimitMs(handler) ?? typeLimitMs(handler)) / 1000;
  const shown = ["type", "command", "args", "if", "timeout", definitionOf(handler).type];
  const others = Object.entries(handler).filter(
    ([name, value]) => !shown.includes(name) && typeof value !== "function",
  );
  return [
    text("Limit", `${limit} s`),
    ...others.map(([name, value]) => text(name, JSON.stringify(value) ?? "")),
  ];
}

const labelWidth = 10;

function text(label: string, value: string): PageRow;
function text(label: string, value: string, lines: true): readonly PageRow[];
function text(label: string, value: string, lines = false): PageRow | readonly PageRow[] {
  const row = (name: string, shown: string): PageRow => ({
    line: [{ text: name.padEnd(labelWidth), dim: true }, { text: ` ${shown}` }],
  });
  if (!lines) return row(inLine(label), inLine(value));
  return visibleText(value)
    .split("\n")
    .map((one, index) => row(index === 0 ? label : "", one));
}
