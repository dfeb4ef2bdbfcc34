import type { Control, PanelItem, ReadPanel } from "../panel.ts";

type Listed = ReturnType<Control["servers"]["list"]>[number];

/** `/mcp`: the MCP servers, whether they answer, and their tools. */
export const readMcpPanel: ReadPanel = async (session) => ({
  title: "MCP servers",
  head: [],
  items: session.servers
    .list()
    .toSorted((a, b) => (a.server.name < b.server.name ? -1 : 1))
    .map((listed) => itemOf(session, listed)),
  empty: "there are no MCP servers; .mcp.json or --mcp-config defines some",
  actions: [],
});

function itemOf({ servers }: Control, { server, isOff }: Listed): PanelItem {
  const { name, source } = server;
  const { tools, prompts } = server.listing();
  return {
    id: name,
    label: name,
    note: [stateOf({ server, isOff }), `${tools.length} tools`, source].join(" · "),
    details: async () => [
      `${name}: ${stateOf({ server, isOff })}`,
      `from: ${source}`,
      ...(prompts.length === 0 ? [] : [`prompts: ${prompts.map(nameOf).join(", ")}`]),
      "",
      ...tools.map((tool) => `${nameOf(tool)}  ${firstLine(tool["description"])}`),
    ],
    actions: [
      {
        key: "r",
        label: "reconnect",
        async run() {
          await servers.reconnect(name);
          return `${name} is connected`;
        },
      },
      {
        key: "x",
        label: isOff ? "turn on" : "turn off",
        async run() {
          await servers.setEnabled(name, isOff);
          return `${name} is ${isOff ? "on" : "off"} for this session`;
        },
      },
    ],
  };
}

function stateOf({ server, isOff }: Listed): string {
  const status = server.status();
  if (isOff) return "off";
  return "because" in status ? `${status.state}: ${status.because}` : status.state;
}

const nameOf = (one: { readonly name?: unknown }): string => String(one.name ?? "");
const firstLine = (text: unknown): string => String(text ?? "").split("\n", 1)[0] ?? "";
