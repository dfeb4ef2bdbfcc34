import { brand, inLine } from "@snaphook/protocol";
import { offeredCommands } from "../commands/offered-commands.ts";
import type { SessionActions } from "../session/session-actions.ts";
import type { PanelKind } from "../state/screen-state.ts";
import type { Control } from "../views/panel.ts";
import { panelKinds, panels } from "../views/read-panel.ts";
import { sessionRows } from "../views/sessions/session-rows.ts";

/** What a command shows where only lines can be printed. Without these, the session gets the line. */
type PlainCommand = (actions: SessionActions, control: Control) => Promise<readonly string[]>;

const listPanel =
  (kind: PanelKind): PlainCommand =>
  async (actions, control) => {
    const { title, head, items, empty } = await panels[kind].read(control, actions);
    const rows = items.map(
      ({ label, note, isCurrent }) =>
        `  ${isCurrent ? "* " : ""}${inLine(label)}${note === undefined ? "" : `  ${inLine(note)}`}`,
    );
    return [title, ...head, ...(rows.length === 0 ? [empty] : rows), ...(more[kind] ?? [])];
  };

/** What the keys of a view do elsewhere. */
const more: Readonly<Partial<Record<PanelKind, readonly string[]>>> = {
  model: ["/model NAME changes the model."],
  permissions: ["Rules are changed in the settings files."],
};

const commands: Readonly<Record<string, PlainCommand>> = {
  help: async (actions) => helpLines(actions),
  hooks: async () => [
    `The menu of hooks needs a terminal that can move its cursor. "${brand.command} hooks list" lists hooks, and "${brand.command} hooks --help" says how to change them.`,
  ],
  resume: async (actions) => [
    "Earlier sessions of this folder; /resume ID continues one:",
    ...sessionRows(await actions.earlierSessions(), "", new Date()).map(
      ({ id, label, note }) => `  ${id}  ${inLine(label)}  ${note}`,
    ),
  ],
  ...Object.fromEntries(panelKinds.map((kind) => [kind, listPanel(kind)])),
};

/** What a command of the plain mode prints; undefined: the line is for the session. */
export function plainCommand(
  line: string,
  actions: SessionActions,
): Promise<readonly string[]> | undefined {
  const [, name = ""] = /^\/(\S+)$/.exec(line.trim()) ?? [];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return undefined;
  const control = actions.control();
  if (!control) return Promise.resolve([`/${name} works when the session has started.`]);
  return command(actions, control).catch((error: Error) => [`/${name} failed: ${error.message}`]);
}

/** Where a command does less than on a screen. */
const descriptions: Readonly<Record<string, string>> = {
  help: "Show what works in this mode",
  hooks: "Say how to see and change hooks",
  mcp: "Show MCP servers",
  model: "Show the models; /model NAME changes the model",
  permissions: "Show permission rules",
  resume: "Show earlier sessions; /resume ID continues one",
  tasks: "Show what runs in the background",
};

function helpLines(actions: SessionActions): readonly string[] {
  const offered = offeredCommands({ actions })
    .map(({ name, argumentHint, description }) => [
      inLine(`/${name} ${argumentHint}`.trimEnd()),
      inLine(descriptions[name] ?? description),
    ])
    .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
  const width = Math.max(...offered.map(([label = ""]) => label.length));
  return [
    "A line is a prompt, and is sent with Enter. During a turn it waits.",
    "!COMMAND runs a command in the shell; the model gets its output.",
    "@FILE adds a file of the project to the prompt.",
    "Ctrl+C ends the session.",
    "Commands:",
    ...offered.map(([label = "", text = ""]) => `  ${label.padEnd(width)}  ${text}`.trimEnd()),
  ];
}
