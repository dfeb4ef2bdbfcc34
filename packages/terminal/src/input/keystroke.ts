import type { Key } from "ink";

/** One key, or text that was typed. */
export type Keystroke =
  /** `enter`, `ctrl+a`, `alt+left`, `shift+tab`. */
  { readonly key: string } | { readonly text: string };

const named = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "delete"],
] as const;

/**
 * What Ink passes to `useInput`, as single keys. A terminal sends what was typed quickly in one piece, and Ink splits only
 * some of it: `text\r` is a text and Enter.
 */
export function keystrokesOf(input: string, key: Key): readonly Keystroke[] {
  if (key.eventType === "release") return [];
  const [, name] = named.find(([field]) => key[field]) ?? [];
  // Without a report of single keys, two Escs in a row look like one with Alt.
  if (name === "escape" && key.meta) return [{ key: "escape" }, { key: "escape" }];
  if (name !== undefined) return [{ key: modified(name, key) }];
  if (key.ctrl) return input === "" ? [] : [{ key: modified(input.toLowerCase(), key) }];
  if (key.meta) return input === "" ? [] : metaKeystroke(input, key);
  if (key.super || key.hyper) return [];
  return splitTyped(input);
}

const metaKeystroke = (input: string, key: Key): readonly Keystroke[] =>
  /^\p{C}/u.test(input)
    ? splitTyped(input).map((one) => ("key" in one ? { key: `alt+${one.key}` } : one))
    : [{ key: modified(input.toLowerCase(), key) }];

const modified = (name: string, { ctrl, meta, shift }: Key): string =>
  `${ctrl ? "ctrl+" : ""}${meta ? "alt+" : ""}${shift ? "shift+" : ""}${name}`;

const controlNames: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "ctrl+j",
  "\t": "tab",
  "\b": "backspace",
  "\u007F": "backspace",
  "\u001B": "escape",
};

/** Text and the control characters in it. */
function splitTyped(input: string): readonly Keystroke[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are keys
  return [...input.matchAll(/[\u0000-\u001F\u007F]|[^\u0000-\u001F\u007F]+/g)].map(([part]) => {
    const code = part.charCodeAt(0);
    if (code >= 32 && code !== 127) return { text: part };
    return { key: controlNames[part] ?? `ctrl+${String.fromCharCode(code + 64).toLowerCase()}` };
  });
}
