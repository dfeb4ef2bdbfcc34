import { matchedBy, matcherInWords, matcherOf, matcherProblems } from "@snaphook/bench";
import { type EventName, eventNames, events, inLine } from "@snaphook/protocol";
import { line, type StyledLine } from "../text/styled-line.ts";
import type { FieldName } from "./field-name.ts";
import { defaultsOf, type Form, fieldsOf, testKey } from "./form.ts";
import type { MenuData } from "./menu-data.ts";
import type { Page, PageRow } from "./page.ts";

const labels: Readonly<Record<FieldName, string>> = {
  event: "Event",
  matcher: "Matcher",
  command: "Command",
  timeout: "Timeout",
  onFailure: "On failure",
  scope: "Settings",
  input: "Sample",
};

/** A hook that is made or changed: all of its fields, or the one that is asked for. */
export function formPage(form: Form, data: MenuData): Page {
  if (form.asking === undefined) return overview(form, data);
  return choices[form.asking]?.(form, data) ?? typedPage(form, form.asking, data);
}

const titleOf = ({ editing, explains }: Form): string => {
  if (explains) return "Why?";
  return editing ? "Edit a hook" : "Add a hook";
};

function overview(form: Form, data: MenuData): Page {
  const { draft, editing, test } = form;
  const isTested = test?.of === testKey(draft);
  const save = editing || isTested ? "Save…" : "Save… (runs the test first)";
  return {
    title: titleOf(form),
    head: [],
    rows: [
      ...fieldsOf(form).map(
        (name): PageRow => ({
          line: [
            { text: labels[name].padEnd(11), dim: true },
            { text: inLine(shownValue(name, form, data)) },
          ],
          action: { do: "field", name },
        }),
      ),
      { line: line("Run a test"), action: { do: "try" } },
      { line: line(save), action: { do: "save" } },
      ...(test
        ? [
            {
              line: line(isTested ? "The test:" : "The test, before the last change:", {
                dim: true,
              }),
            },
            { line: line(inLine(test.summary), { bold: true }) },
            ...test.text.split("\n").map((one) => ({ line: line(inLine(one)) })),
          ]
        : []),
    ],
    keys: [
      { key: "r", label: "runs a test", action: { do: "try" } },
      ...(test?.copy === undefined
        ? []
        : [
            {
              key: "c",
              label: "copies the repeat command",
              action: { do: "copy", text: test.copy } as const,
            },
          ]),
    ],
    startAt: editing ? 0 : fieldsOf(form).length + (isTested ? 1 : 0),
  };
}

function shownValue(name: FieldName, form: Form, data: MenuData): string {
  const { draft } = form;
  const { timeout, onFailure } = defaultsOf(form, data.profile);
  switch (name) {
    case "matcher":
      return `${draft.matcher === "" ? "(none)" : draft.matcher} – ${matcherWords(draft.event, draft.matcher, data)}`;
    case "timeout":
      return draft.timeout === "" ? `${timeout} s (the default)` : `${draft.timeout} s`;
    case "onFailure":
      return draft.onFailure === "" ? `${onFailure} (the default)` : draft.onFailure;
    case "scope":
      return `${draft.scope} – ${data.shownFiles[draft.scope] ?? ""}`;
    default:
      return draft[name];
  }
}

const matcherWords = (event: EventName, pattern: string, { profile, tools }: MenuData): string =>
  matcherInWords(
    event,
    matcherOf(pattern || undefined, profile),
    tools.length === 0 ? undefined : tools,
  );

/** Fields whose value is chosen from a list. */
const choices: Readonly<Partial<Record<FieldName, (form: Form, data: MenuData) => Page>>> = {
  event: (form) => ({
    title: `${titleOf(form)} · which event?`,
    head: [],
    rows: eventNames.map((name) => ({
      line: [{ text: name.padEnd(22) }, { text: inLine(events[name].when), dim: true }],
      action: { do: "choose", value: name },
    })),
    keys: [],
    startAt: eventNames.indexOf(form.draft.event),
  }),
  onFailure: (form, { profile }) => ({
    title: `${titleOf(form)} · if the hook fails`,
    head: [],
    rows: [
      choice("", `the default: ${defaultsOf(form, profile).onFailure}`),
      choice("continue", "continue: what it guards goes ahead"),
      choice("block", "block: it refuses, as a guard should"),
    ],
    keys: [],
    startAt: ["", "continue", "block"].indexOf(form.draft.onFailure),
  }),
  scope: (form, { shownFiles }) => ({
    title: `${titleOf(form)} · for whom?`,
    head: [],
    rows: [
      choice("user", "you, in every project – ", shownFiles.user ?? notRead),
      choice("project", "everybody in this project – ", shownFiles.project ?? notRead),
      choice("local", "you, in this project – ", shownFiles.local ?? notRead),
    ],
    keys: [],
    startAt: ["user", "project", "local"].indexOf(form.draft.scope),
  }),
};

const notRead = "not read in this session";

const choice = (value: string, text: string, file = ""): PageRow => ({
  line: [{ text }, { text: inLine(file), keepsEnd: true }],
  action: { do: "choose", value },
});

const questions: Readonly<Partial<Record<FieldName, string>>> = {
  matcher: "for which calls? (empty: all)",
  command: "which command? It gets the input of the event as JSON on stdin.",
  input: "the fields of the event, as JSON",
};

const questionOf = (name: FieldName, form: Form, { profile }: MenuData): string =>
  name === "timeout"
    ? `how many seconds may it take? (empty: the default, ${defaultsOf(form, profile).timeout})`
    : (questions[name] ?? "");

function typedPage(form: Form, name: FieldName, data: MenuData): Page {
  const { typed, problem, draft } = form;
  return {
    title: `${titleOf(form)} · ${draft.event} · ${labels[name].toLowerCase()}`,
    head: [line(questionOf(name, form, data), { dim: true })],
    field: { label: labels[name], text: typed.text, cursor: typed.cursor },
    rows: [
      ...(problem === undefined ? [] : [{ line: line(inLine(problem), { color: "red" }) }]),
      ...(name === "matcher" ? preview(draft.event, typed.text, data) : []),
    ],
    keys: [],
  };
}

/** A name that nothing has selects nothing. */
function selectedInWords(event: EventName, pattern: string, data: MenuData, known: number): string {
  const words = matcherWords(event, pattern, data);
  const problems = matcherProblems(event, pattern || undefined, data.profile, data.tools);
  return known === 0 && problems.length > 0
    ? `Selects nothing that is known (${words})`
    : `Selects ${words}`;
}

/** What the matcher selects, of everything that is known. */
function preview(event: EventName, pattern: string, data: MenuData): readonly PageRow[] {
  const { isAboutTool, knownValues } = events[event];
  const known = isAboutTool && data.tools.length > 0 ? data.tools : knownValues;
  const matcher = matcherOf(pattern === "" ? undefined : pattern, data.profile);
  const selected = new Set(matchedBy(event, matcher, known));
  const row = (value: string): StyledLine =>
    selected.has(value) ? line(`✓ ${inLine(value)}`) : line(`  ${inLine(value)}`, { dim: true });
  return [
    ...matcherProblems(event, pattern || undefined, data.profile, data.tools).map((problem) => ({
      line: line(inLine(problem), { color: "yellow" }),
    })),
    { line: line(inLine(selectedInWords(event, pattern, data, selected.size))) },
    ...known
      .toSorted((one, other) => Number(selected.has(other)) - Number(selected.has(one)))
      .map((value) => ({ line: row(value) })),
  ];
}
