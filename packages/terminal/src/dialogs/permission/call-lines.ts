import { inLine } from "@snaphook/protocol";
import { changedText } from "../../diff/diff-text.ts";
import type { FileBefore } from "../../state/open-question.ts";
import { shortBlanks } from "../../text/short-blanks.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";

type Input = Readonly<Record<string, unknown>>;

/** How the input of a tool is shown; everything in it can be seen. */
interface ShownCall {
  readonly title: string;
  /** What would run comes first. All of it is text of others. */
  readonly lines: readonly StyledLine[];
  /** What the model says about the call. */
  readonly says?: string;
}

/** A call as it would run. */
export function callLines(name: string, input: Input, before: FileBefore | undefined): ShownCall {
  const shown = views[name]?.(input, before);
  if (!shown) return { title: `Use ${inLine(name)}?`, lines: jsonLines(input) };
  const { fields, lines, ...rest } = shown;
  const others = Object.entries(input).filter(([key]) => !fields.includes(key));
  return { ...rest, lines: [...lines, ...others.flatMap(fieldLines)] };
}

interface View extends ShownCall {
  /** The fields that `lines` shows. */
  readonly fields: readonly string[];
}

type ViewOf = (input: Input, before: FileBefore | undefined) => View | undefined;

const views: Readonly<Record<string, ViewOf>> = {
  Bash({ command, description }) {
    if (typeof command !== "string") return undefined;
    const says = typeof description === "string" ? { says: description } : {};
    const lines = commandLines(command);
    return { title: "Run this command?", lines, fields: ["command", "description"], ...says };
  },
  Write({ file_path, content }, before) {
    if (typeof file_path !== "string" || typeof content !== "string") return undefined;
    const old = before?.path === file_path ? before : undefined;
    const title = `${old?.exists ? "Overwrite" : "Write"} ${inLine(file_path)}?`;
    const isHidden = old?.exists && old.text === undefined;
    const note = "What the file contains now cannot be shown: it is not a text, or too long.";
    const lines = [...(isHidden ? [line(note)] : []), ...changeLines(old?.text ?? "", content)];
    return { title, lines, fields: ["file_path", "content"] };
  },
  Edit({ file_path, old_string, new_string, replace_all }, before) {
    const texts = [file_path, old_string, new_string];
    if (!texts.every((one) => typeof one === "string")) return undefined;
    const [path = "", old = "", now = ""] = texts;
    const whole = before?.path === path ? before.text : undefined;
    const lines =
      whole?.includes(old) && old !== ""
        ? changeLines(whole, edited(whole, old, now, replace_all === true))
        : changeLines(old, now);
    const fields = ["file_path", "old_string", "new_string", "replace_all"];
    const all = replace_all === true ? " (every occurrence)" : "";
    return { title: `Edit ${inLine(path)}?${all}`, lines, fields };
  },
  WebFetch({ url, prompt }) {
    if (typeof url !== "string") return undefined;
    const about = typeof prompt === "string" ? fieldLines(["prompt", prompt]) : [];
    const lines = [...commandLines(url), ...about];
    return { title: "Fetch this address?", lines, fields: ["url", "prompt"] };
  },
};

const edited = (text: string, old: string, now: string, all: boolean): string =>
  all ? text.replaceAll(old, () => now) : text.replace(old, () => now);

function changeLines(before: string, after: string): readonly StyledLine[] {
  const lines = changedText(before, after);
  return lines.length > 0 ? lines : [line("(no change)", { dim: true })];
}

const commandLines = (text: string): readonly StyledLine[] =>
  textLines(text).map((one) => line(one, { color: "yellow" }));

const textLines = (text: string): readonly string[] => shortBlanks(text).split("\n").map(inLine);

/** A field of the input: its value beside it, or below if it has lines. */
function fieldLines([key, value]: readonly [string, unknown]): readonly StyledLine[] {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  const [first = "", ...rest] = textLines(text);
  if (rest.length === 0) return [[{ text: `${inLine(key)}: `, dim: true }, { text: first }]];
  return [
    line(`${inLine(key)}:`, { dim: true }),
    ...[first, ...rest].map((one) => line(`  ${one}`)),
  ];
}

const jsonLines = (value: unknown): readonly StyledLine[] =>
  textLines(JSON.stringify(value, null, 2) ?? "").map((one) => line(one));
