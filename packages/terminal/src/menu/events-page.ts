import { inLine, isEventName } from "@snaphook/protocol";
import { line, type StyledLine } from "../text/styled-line.ts";
import type { MenuData } from "./menu-data.ts";
import type { Page, PageKey, PageRow } from "./page.ts";
import { countOf, type EventSummary, eventSummaries, plural, statesOf } from "./summaries.ts";

/** The first screen: events with hooks or, with `all`, every event. */
export function eventsPage(data: MenuData, all: boolean): Page {
  const summaries = eventSummaries(data, all);
  const width = Math.max(0, ...summaries.map(({ event }) => Math.min(30, event.length)));
  return {
    title: `Hooks · ${countOf(data)}`,
    head: headOf(data),
    rows: [
      ...summaries.map((one) => eventRow(one, width)),
      ...(all ? [] : [allEvents]),
      ...absentRow(data),
      ...problemsRow(data),
    ],
    keys: keysOf(data),
  };
}

const allEvents: PageRow = {
  line: line("All events"),
  action: { do: "open", screen: { kind: "events", all: true } },
};

function headOf(data: MenuData): readonly StyledLine[] {
  const { allOff, hooks, profile } = data;
  const states = statesOf(hooks);
  const count = `profile ${profile}${states === "" ? "" : ` · ${states}`}`;
  if (allOff === undefined) return [line(inLine(count), { dim: true })];
  const how = allOff.isUsers ? "o turns them on" : "remove disableAllHooks there to turn them on";
  return [
    line(`disabled · ${plural(hooks.length, "hook")} not running`, { bold: true, color: "yellow" }),
    line(inLine(`${allOff.file} sets disableAllHooks; ${how}`)),
  ];
}

function eventRow({ event, when, hooks, states }: EventSummary, width: number): PageRow {
  const count = hooks === 0 ? "no hooks" : plural(hooks, "hook");
  return {
    line: [
      { text: inLine(event).padEnd(width + 2) },
      { text: count.padEnd(10), dim: hooks === 0 },
      ...(states === "" ? [] : [{ text: `${states}  `, color: "yellow" }]),
      { text: inLine(when), dim: true },
    ],
    action: { do: "open", screen: { kind: "hooks", event } },
  };
}

function absentRow({ absent }: MenuData): readonly PageRow[] {
  if (absent.length === 0) return [];
  const refusing = absent.filter(({ refuses }) => refuses).length;
  const refuse = refusing === 0 ? "" : `, ${refusing} of them refusing`;
  return [
    {
      line: line(`${plural(absent.length, "hook")} gone or not loaded${refuse}`, {
        color: refusing > 0 ? "red" : "yellow",
      }),
      action: { do: "open", screen: { kind: "absent" } },
    },
  ];
}

function problemsRow({ problems }: MenuData): readonly PageRow[] {
  if (problems.length === 0) return [];
  const isError = problems.some(({ level }) => level === "error");
  return [
    {
      line: line(plural(problems.length, "problem"), { color: isError ? "red" : "yellow" }),
      action: { do: "open", screen: { kind: "problems" } },
    },
  ];
}

function keysOf({ allOff }: MenuData): readonly PageKey[] {
  const eventOf: PageKey["action"] = (row) => {
    const { action } = row ?? {};
    if (action?.do !== "open" || action.screen.kind !== "hooks") return undefined;
    const { event } = action.screen;
    return isEventName(event) ? { do: "open", screen: { kind: "why", event } } : undefined;
  };
  return [
    { key: "a", label: "adds a hook", action: { do: "add" } },
    { key: "w", label: "why?", action: eventOf },
    allOff === undefined
      ? { key: "o", label: "turns all off", action: { do: "switch-all", on: false } }
      : { key: "o", label: "turns all on", action: { do: "switch-all", on: true } },
  ];
}
