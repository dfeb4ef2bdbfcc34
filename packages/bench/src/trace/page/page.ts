import { filterTimeline } from "../filter-timeline.ts";
import { flameTree } from "../flame-tree.ts";
import type { Timeline } from "../timeline.ts";
import { type TimelineRow, timelineRows } from "../timeline-rows.ts";
import { detailsView } from "./details-view.ts";
import { byId, element, inputById } from "./elements.ts";
import { showFlame } from "./flame-view.ts";
import { rowView } from "./row-view.ts";
import { virtualList } from "./virtual-list.ts";

// The program of the page that `trace --html` writes. It reads the timeline from the page and asks for nothing else.

const timeline: Timeline = JSON.parse(byId("timeline").textContent);
const [view, details, flame] = [byId("list"), byId("details"), byId("flame")];
const [hook, event] = [inputById("hook"), inputById("event")];
const [changed, all, showsFlame] = [inputById("changed"), inputById("all"), inputById("flames")];
const list = virtualList(view, byId("rows"));
let rows: readonly TimelineRow[] = [];
let selected = -1;

function update(): void {
  const filtered = filterTimeline(timeline, {
    hook: hook.value.trim(),
    event: event.value.trim(),
    changed: changed.checked,
  });
  rows = timelineRows(filtered, all.checked);
  selected = -1;
  details.hidden = true;
  view.hidden = showsFlame.checked;
  flame.hidden = !showsFlame.checked;
  const events = filtered.turns.reduce((sum, turn) => sum + turn.events.length, 0);
  const shown = rows.filter(({ kind }) => kind === "event").length;
  byId("count").textContent =
    shown === events ? `${events} events` : `${shown} events, and ${events - shown} without hooks`;
  if (showsFlame.checked) showFlame(flame, flameTree(filtered));
  else list.show(rows.length, draw);
}

function draw(index: number): HTMLElement {
  const row = rows[index];
  if (!row) return element("div");
  const made = rowView(row);
  made.setAttribute("role", "option");
  made.setAttribute("aria-posinset", String(index + 1));
  made.setAttribute("aria-setsize", String(rows.length));
  made.setAttribute("aria-selected", String(index === selected));
  return made;
}

function select(index: number): void {
  const row = rows[index];
  if (!row) return;
  selected = index;
  details.hidden = false;
  const close = element("button", "close", "close");
  close.addEventListener("click", () => {
    details.hidden = true;
  });
  details.replaceChildren(close, ...detailsView(row));
  details.scrollTop = 0;
  list.reveal(index);
}

const maxSuggestions = 100;

/** What a field with a list suggests. */
function suggest(id: string, values: readonly string[]): void {
  byId(id).append(
    ...[...new Set(values)]
      .toSorted()
      .slice(0, maxSuggestions)
      .map((value) => {
        const option = element("option");
        option.value = value;
        return option;
      }),
  );
}

const events = timeline.turns.flatMap((turn) => turn.events);
suggest(
  "events",
  events.map((one) => one.event),
);
suggest(
  "hooks",
  events.flatMap(({ runs, skipped }) =>
    [...runs, ...skipped.filter(({ held }) => held)].map(({ label }) => label),
  ),
);
for (const input of [hook, event, changed, all, showsFlame])
  input.addEventListener("input", update);
view.addEventListener("click", ({ target }) => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  if (row) select(Number(row.dataset["index"]));
});
view.addEventListener("keydown", (press) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[press.key];
  if (step === undefined) return;
  press.preventDefault();
  select(Math.max(0, Math.min(rows.length - 1, selected + step)));
});
update();
