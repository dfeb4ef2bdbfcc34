import { events, inLine, isEventName } from "@snaphook/protocol";
import { line, type StyledLine } from "../text/styled-line.ts";
import type { StatisticsById } from "./hook-statistics.ts";
import type { MenuAction } from "./menu-action.ts";
import type { MenuData, MenuHook } from "./menu-data.ts";
import type { Page, PageKey, PageRow } from "./page.ts";
import { hooksOf, plural, runsOf, scopeLabel, stateInWords } from "./summaries.ts";

/** The hooks of one event. */
export function hooksPage(
  data: MenuData,
  event: string,
  statistics: StatisticsById | undefined,
  now: number,
): Page {
  const hooks = hooksOf(data, event);
  return {
    title: inLine(`${event} · ${hooks.length === 0 ? "no hooks" : plural(hooks.length, "hook")}`),
    head: helpOf(event),
    rows:
      hooks.length === 0
        ? [{ line: line("No hooks for this event."), action: addAction(event) }]
        : hooks.map((hook) => hookRow(hook, statistics, now)),
    keys: [
      { key: "space", label: "on/off", action: (row) => switchOf(row?.action) },
      { key: "a", label: "adds a hook", action: addAction(event) },
      ...(isEventName(event) ? [whyKey(event)] : []),
    ],
  };
}

const whyKey = (event: Parameters<typeof isEventName>[0]): PageKey => ({
  key: "w",
  label: "why?",
  action: isEventName(event) ? { do: "open", screen: { kind: "why", event } } : { do: "back" },
});

const addAction = (event: string): MenuAction =>
  isEventName(event) ? { do: "add", event } : { do: "add" };

const switchOf = (action: MenuAction | undefined): MenuAction | undefined =>
  action?.do === "open" && action.screen.kind === "hook"
    ? { do: "switch", hook: action.screen.hook }
    : undefined;

/** What the event is, what a matcher is compared with, and what a hook can do. */
function helpOf(event: string): readonly StyledLine[] {
  if (!isEventName(event)) return [line("unknown event: its hooks never run", { color: "yellow" })];
  const { when, matchesOn, block, canBlock, blockReaches, knownValues } = events[event];
  const values = knownValues.length === 0 ? "" : ` (${knownValues.slice(0, 8).join(", ")} …)`;
  return [
    line(inLine(`When: ${when}`), { dim: true }),
    line(inLine(matchesOn === undefined ? "No matcher" : `Matcher: ${matchesOn}${values}`), {
      dim: true,
    }),
    line(
      inLine(
        canBlock ? `Exit 2: ${block}; its stderr reaches the ${blockReaches}` : "Exit 2: no effect",
      ),
      { dim: true },
    ),
  ];
}

function hookRow(hook: MenuHook, statistics: StatisticsById | undefined, now: number): PageRow {
  const { key, row, matcher, name, place, warnings } = hook;
  const state = stateInWords(hook);
  const runs = runsOf(hook, statistics, now);
  return {
    line: [
      { text: state.padEnd(10), ...(state === "on" ? {} : { color: "yellow" }) },
      { text: `${inLine(scopeLabel(hook))} ` },
      { text: inLine(name), keepsEnd: true },
      { text: `  ${inLine(matcher)} · ${row.type ?? "invalid"}`, dim: true },
    ],
    more: [
      ...warnings.map((warning) => line(inLine(`          ${warning}`), { color: "yellow" })),
      line(inLine([`          ${place}`, ...runs].join(" · ")), { dim: true }),
    ],
    action: { do: "open", screen: { kind: "hook", hook: key } },
  };
}
