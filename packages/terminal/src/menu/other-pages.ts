import { type EventName, events, inLine, visibleText } from "@snaphook/protocol";
import { line, type StyledLine } from "../text/styled-line.ts";
import type { MenuData } from "./menu-data.ts";
import type { AskedChange, MenuScreen } from "./menu-screen.ts";
import type { Page, PageRow } from "./page.ts";

/** What is configured and does not work as it looks. */
export const problemsPage = ({ problems }: MenuData): Page => ({
  title: "Problems",
  head: [],
  rows: problems.map(
    ({ level, text, advice, file, line: at }): PageRow => ({
      line: [
        { text: `${level}  `, color: level === "error" ? "red" : "yellow" },
        { text: inLine(text) },
      ],
      more: [
        line(inLine(`  ${advice}`)),
        line(inLine(`  ${file}:${at}`), { dim: true, keepsEnd: true }),
      ],
      action: {
        do: "open",
        screen: { kind: "text", title: "Problem", text: `${text}\n\n${advice}\n\n${file}:${at}` },
      },
    }),
  ),
  keys: [],
});

/** Hooks that the session knows of and does not have. */
export const absentPage = ({ absent }: MenuData): Page => ({
  title: "Hooks that are gone or not loaded",
  head: [],
  rows: absent.map(({ id, label, because, place, refuses, canForget }): PageRow => {
    const until = refuses ? "; until then it refuses what it guards" : "";
    const text = `${label}\n\n${because}${until}\n\n${place}`;
    return {
      line: [
        { text: (refuses ? "refuses" : "off").padEnd(10), color: refuses ? "red" : "yellow" },
        { text: inLine(label), keepsEnd: true },
      ],
      more: [
        line(inLine(`          ${because}${until}`)),
        line(inLine(`          ${place}`), { dim: true, keepsEnd: true }),
      ],
      action: canForget
        ? { do: "forget", hook: id }
        : { do: "open", screen: { kind: "text", title: "Hook", text } },
    };
  }),
  keys: absent.some(({ canForget }) => canForget)
    ? [{ key: "f", label: "forgets it", action: (row) => row?.action }]
    : [],
});

/** The choice of what an explanation is about: a tool, or another value that matchers of the event are compared with. */
export function whyPage({ tools }: MenuData, event: EventName): Page {
  const { isAboutTool, knownValues, matchesOn } = events[event];
  const values = isAboutTool && tools.length > 0 ? tools : knownValues;
  return {
    title: `Why? · ${event}`,
    head: [
      line(
        matchesOn === undefined
          ? "Which hooks would run, and why not the others."
          : `Choose the ${inLine(matchesOn)}: which hooks would run, and why not the others.`,
        { dim: true },
      ),
    ],
    rows: [
      ...(matchesOn === undefined || values.length === 0
        ? [{ line: line("the example of the event"), action: { do: "why", event } as const }]
        : values.map((value) => ({
            line: line(inLine(value)),
            action: { do: "why", event, value } as const,
          }))),
      { line: line("another input …"), action: { do: "why-input", event } },
    ],
    keys: [],
  };
}

export const textPage = ({
  title,
  text,
  copy,
}: Extract<MenuScreen, { readonly kind: "text" }>): Page => ({
  title: inLine(title),
  head: [],
  rows: visibleText(text)
    .split("\n")
    .map((one) => ({ line: line(one) })),
  keys:
    copy === undefined
      ? []
      : [{ key: "c", label: "copies the repeat command", action: { do: "copy", text: copy } }],
});

const agreements = {
  write: "Yes, write this",
  trust: "Yes, trust this",
  forget: "Yes, forget it",
} as const;

/** What would change; the cursor is on "no". */
export function confirmPage({ title, notes, body, work }: AskedChange): Page {
  return {
    title: inLine(title),
    head: notes.map((note) => line(inLine(note), { color: "yellow" })),
    rows: [
      { line: line("No, go back"), action: { do: "back" } },
      { line: line(agreements[work.kind]), action: { do: "perform" } },
      ...body.split("\n").map((one) => ({ line: diffLine(one) })),
    ],
    keys: [{ key: "y", label: "yes", action: { do: "perform" } }],
  };
}

/** The signs say it without colours. */
function diffLine(text: string): StyledLine {
  const shown = inLine(text);
  if (text.startsWith("+")) return line(shown, { color: "green" });
  return text.startsWith("-") ? line(shown, { color: "red" }) : line(shown, { dim: true });
}
