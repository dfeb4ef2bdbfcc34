import type { EditCommand } from "./edit-text.ts";

/** What a key can do in the input line, besides typing. */
export type InputCommand =
  | EditCommand
  | "send"
  | "up"
  | "down"
  | "complete"
  | "search-history"
  | SessionCommand;

/** What a key does wherever the user is. */
export type SessionCommand =
  | "escape"
  | "stop-or-leave"
  | "delete-or-leave"
  | "next-mode"
  | "show-details"
  | "show-timeline"
  | "send-now"
  | "redraw"
  | "suspend";

interface KeyBinding {
  /** Names of `Keystroke`; two keys in a row have a space between them. */
  readonly keys: readonly string[];
  readonly command: InputCommand;
  /** For `/help`; without it the keys are another way to do the same as those of a binding that has one. */
  readonly help?: string;
}

/** Keys that work everywhere. */
export const sessionKeys: readonly (KeyBinding & { readonly command: SessionCommand })[] = [
  { keys: ["escape"], command: "escape", help: "interrupt the turn; twice: clear the text" },
  {
    keys: ["ctrl+c"],
    command: "stop-or-leave",
    help: "clear the text or interrupt; twice: leave",
  },
  { keys: ["ctrl+d"], command: "delete-or-leave", help: "twice on an empty line: leave" },
  { keys: ["shift+tab"], command: "next-mode", help: "change the permission mode" },
  { keys: ["ctrl+o"], command: "show-details", help: "everything about the hooks of a turn" },
  { keys: ["ctrl+t"], command: "show-timeline", help: "timeline of the session" },
  { keys: ["ctrl+x ctrl+s"], command: "send-now", help: "move the command to the background" },
  { keys: ["ctrl+l"], command: "redraw", help: "draw the screen again" },
  { keys: ["ctrl+z"], command: "suspend", help: "suspend (`fg` continues)" },
];

/** Keys of the input line. */
export const inputKeys: readonly KeyBinding[] = [
  { keys: ["enter"], command: "send", help: "send; take the chosen completion" },
  {
    keys: ["alt+enter", "ctrl+j", "shift+enter"],
    command: "newline",
    help: "new line; also `\\` and Enter",
  },
  { keys: ["tab"], command: "complete", help: "complete a /command or @file" },
  { keys: ["up", "ctrl+p"], command: "up", help: "line above, waiting prompt, earlier input" },
  { keys: ["down", "ctrl+n"], command: "down", help: "line below, later input" },
  { keys: ["ctrl+r"], command: "search-history", help: "search earlier inputs" },
  { keys: ["left", "ctrl+b"], command: "left" },
  { keys: ["right", "ctrl+f"], command: "right" },
  {
    keys: ["alt+left", "ctrl+left", "alt+b"],
    command: "word-left",
    help: "word to the left",
  },
  {
    keys: ["alt+right", "ctrl+right", "alt+f"],
    command: "word-right",
    help: "word to the right",
  },
  { keys: ["ctrl+a", "home"], command: "line-start", help: "start of the line" },
  { keys: ["ctrl+e", "end"], command: "line-end", help: "end of the line" },
  { keys: ["ctrl+home", "alt+<"], command: "text-start", help: "start of the text" },
  { keys: ["ctrl+end", "alt+>"], command: "text-end", help: "end of the text" },
  { keys: ["backspace", "shift+backspace"], command: "delete-left" },
  { keys: ["delete"], command: "delete-right" },
  { keys: ["ctrl+w"], command: "cut-argument-left", help: "cut to the space on the left" },
  {
    keys: ["alt+backspace", "ctrl+backspace"],
    command: "cut-word-left",
    help: "cut the word on the left",
  },
  { keys: ["alt+d", "ctrl+delete"], command: "cut-word-right", help: "cut the word on the right" },
  { keys: ["ctrl+u"], command: "cut-line-left", help: "cut to the start of the line" },
  { keys: ["ctrl+k"], command: "cut-line-right", help: "cut to the end of the line" },
  { keys: ["ctrl+y"], command: "paste-cut", help: "insert what was cut" },
];

/** Keys that work while the timeline is open; its pane takes them. */
export const timelineKeys: readonly Required<Omit<KeyBinding, "command">>[] = [
  { keys: ["pageup", "pagedown"], help: "scroll; the end is followed unless you scroll back" },
  { keys: ["ctrl+g"], help: "filter: an event, a hook, tool:NAME, refused" },
];

const commands = new Map(
  [...sessionKeys, ...inputKeys].flatMap(({ keys, command }) =>
    keys.map((key) => [key, command] as const),
  ),
);

export const commandOf = (key: string): InputCommand | undefined => commands.get(key);

/** Whether a key begins one of two keys. */
export const isChord = (key: string): boolean =>
  [...commands.keys()].some((keys) => keys.startsWith(`${key} `));

const sessionCommands = new Map<string, SessionCommand>(
  sessionKeys.flatMap(({ keys, command }) => keys.map((key) => [key, command])),
);

export const sessionCommandOf = (key: string): SessionCommand | undefined =>
  sessionCommands.get(key);

const names: Readonly<Record<string, string>> = {
  escape: "Esc",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pageup: "Page Up",
  pagedown: "Page Down",
};

/** As people write it: `Ctrl+A`. */
export const keyLabel = (keys: string): string =>
  keys
    .split(" ")
    .map((key) =>
      key
        .split("+")
        .map((part) => names[part] ?? capital(part))
        .join("+"),
    )
    .join(" ");

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
