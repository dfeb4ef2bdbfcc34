import { firstLine } from "../../text/first-line.ts";
import { bar } from "../../text/wrap-line.ts";
import type { Control, PanelItem, ReadPanel } from "../panel.ts";

type Task = ReturnType<Control["tasks"]>[number];

/** `/tasks`: what runs in the background, and the list of tasks that the model keeps. */
export const readTasksPanel: ReadPanel = async (session) => {
  const list = session.taskList();
  return {
    title: "Tasks",
    head: list.map(({ status, subject }) => `${marks[status] ?? "·"} ${subject}`),
    items: session.tasks().map((task) => itemOf(session, task)),
    empty: "nothing runs in the background",
    actions: [],
  };
};

const marks: Readonly<Record<string, string>> = { completed: "✓", in_progress: "→" };

const itemOf = (session: Control, { id, type, description }: Task): PanelItem => ({
  id,
  label: `${type} ${id}`,
  note: firstLine(description),
  ...(type === "command" ? { details: () => outputOf(session, id, description) } : {}),
  actions: [
    {
      key: "x",
      label: "stop",
      async run() {
        await session.stopTask(id);
        return `${type} ${id} was stopped`;
      },
    },
  ],
});

async function outputOf(session: Control, id: string, command: string): Promise<readonly string[]> {
  const { output, total_bytes: bytes, truncated } = await session.taskOutput(id);
  return [
    `$ ${command.replaceAll("\n", `\n${bar.text}`)}`,
    ...(truncated ? [`… the end of ${bytes} bytes:`] : []),
    ...(output === ""
      ? ["it has printed nothing yet"]
      : output
          .trimEnd()
          .split("\n")
          .map((row) => `${bar.text}${row}`)),
  ];
}
