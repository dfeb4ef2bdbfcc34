import { milliseconds } from "../milliseconds.ts";
import type { TimelineEvent, TimelineRun } from "../timeline.ts";
import type { TimelineRow } from "../timeline-rows.ts";
import { element } from "./elements.ts";
import { audiences, messagesOf } from "./row-view.ts";

/** Everything that is known about a row. */
export function detailsView(row: TimelineRow): readonly HTMLElement[] {
  if (row.kind === "turn")
    return [element("h2", "", "prompt"), element("pre", "", row.turn.prompt ?? "none yet")];
  const { event } = row;
  const about = row.kind === "event" ? [] : hookFacts(row);
  return [
    element("h2", "", `${event.event} ${event.subject}: ${event.action}`),
    ...about,
    audienceColumns(row),
    ...(row.kind === "event" ? notRun(event) : []),
    section("input of the hooks", JSON.stringify(event.input, null, 2)),
    ...("rewrittenInput" in event
      ? [section("tool input after the hooks", JSON.stringify(event.rewrittenInput, null, 2))]
      : []),
  ];
}

function hookFacts(
  row: Extract<TimelineRow, { readonly kind: "run" | "skipped" }>,
): readonly HTMLElement[] {
  if (row.kind === "skipped")
    return [section("hook", row.hook.label), section("did not run", row.hook.because)];
  const { run } = row;
  return [
    section("hook", run.label),
    section(
      "run",
      [
        `${run.ended} after ${milliseconds(run.durationMs)}`,
        `id ${run.id}`,
        run.source,
        ...(run.failure === null ? [] : [`failed: ${run.failure}`]),
        ...run.changed,
        ...run.notes,
      ]
        .filter((line) => line !== "")
        .join("\n"),
    ),
    repeatView(run),
    section("stdout", run.stdout),
    section("stderr", run.stderr),
  ];
}

function repeatView({ repeat, repeatNote }: TimelineRun): HTMLElement {
  if (repeat === null) return section("repeat", `not possible: ${repeatNote}`);
  const command = element("pre", "repeat", repeat);
  const copy = element("button", "", "copy");
  copy.addEventListener("click", () => {
    const select = () => getSelection()?.selectAllChildren(command);
    // Some browsers do not let a local file use the clipboard.
    if (navigator.clipboard) navigator.clipboard.writeText(repeat).catch(select);
    else select();
  });
  return element(
    "section",
    "",
    element("h3", "", "repeat in a shell ", copy),
    ...(repeatNote === "" ? [] : [element("p", "", repeatNote)]),
    command,
  );
}

/** Who sees which text. */
const audienceColumns = (row: TimelineRow): HTMLElement =>
  element(
    "div",
    "audiences",
    ...audiences.map((audience) => {
      const texts = messagesOf(row).filter((message) => message.audience === audience);
      return element(
        "section",
        "",
        element("h3", "", audience === "nobody" ? "nobody sees" : `the ${audience} sees`),
        ...(texts.length === 0 ? [element("p", "", "nothing")] : []),
        ...texts.map(({ kind, text }) => element("pre", "", `${kind}: ${text}`)),
      );
    }),
  );

function notRun({ skipped }: TimelineEvent): readonly HTMLElement[] {
  if (skipped.length === 0) return [];
  const lines = skipped.map(({ label, because }) => `${label}\n    ${because}`);
  return [section("hooks that did not run", lines.join("\n"))];
}

const section = (title: string, text: string): HTMLElement =>
  text === ""
    ? element("p", "none", `${title}: nothing`)
    : element("section", "", element("h3", "", title), element("pre", "", text));
