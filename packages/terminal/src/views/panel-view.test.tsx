import { describe, expect, it } from "vitest";
import { App } from "../app.tsx";
import { fakeControl } from "../testing/fake-control.ts";
import { noActions, overflowing, renderScreen, widths } from "../testing/render-screen.tsx";
import type { Control } from "./panel.ts";
import { readPermissionsPanel } from "./panels/permissions-panel.ts";
import { panelKinds } from "./read-panel.ts";

const rows = 24;

function open(columns: number, changes: Partial<Control> = {}) {
  const sent: string[] = [];
  const session = fakeControl(changes);
  const actions = {
    ...noActions,
    control: () => session,
    submit: (text: string) => void sent.push(text),
  };
  return { sent, ...renderScreen(<App />, { columns, rows, actions }) };
}

const up = "\u001B[A";
const down = "\u001B[B";
const esc = "\u001B";

describe("views of parts of the session", () => {
  it.each(widths)(
    "at %i columns no line overflows, and no text of others acts",
    async (columns) => {
      const screen = open(columns);
      for (const kind of panelKinds) {
        screen.store.dispatch({ type: "view", view: { kind } });
        await screen.shows(/Esc close/);
        await screen.shows(new RegExp(`^${kind === "mcp" ? "MCP" : kind}`, "i"));
        expect(overflowing(screen.lines(), columns)).toEqual([]);
        expect(screen.lines().length).toBeLessThan(rows);
        expect(screen.text()).not.toMatch(/[^\P{C}\n]/u);
        screen.store.dispatch({ type: "view", view: undefined });
        await screen.shows("starting");
      }
    },
  );

  it("at 60 columns no key of /permissions is cut", async () => {
    const screen = open(60);
    screen.store.dispatch({ type: "view", view: { kind: "permissions" } });
    await screen.shows("Esc close");
    const keys = (await readPermissionsPanel(fakeControl(), noActions)).actions;
    for (const { key, label } of keys) await screen.shows(`${key} ${label}`);
  });

  it("a list of 200 entries scrolls inside the screen, and its end can be reached", async () => {
    const screen = open(80);
    screen.store.dispatch({ type: "view", view: { kind: "agents" } });
    await screen.shows(">   agent-0 ");
    await screen.type("\u001B[F");
    await screen.shows(">   agent-199 ");
    await screen.type(up);
    await screen.shows(">   agent-198 ");
    await screen.type("\r");
    await screen.shows("Esc back");
    await screen.type(esc);
    await screen.shows(">   agent-198 ");
  });

  it("/agents lists agents that are not used, and says what they need", async () => {
    const agent = { name: "reviewer", file: "/project/.claude/agents/reviewer.md" };
    const message = "the project's agent reviewer is not used: it needs --trust-project";
    const unusedAgents = [{ ...agent, message }];
    const screen = open(120, {
      describe: () => ({ ...fakeControl().describe(), unusedAgents }),
    });
    screen.store.dispatch({ type: "view", view: { kind: "agents" } });
    await screen.shows(/reviewer \(not used\) .*--trust-project/);
    await screen.type("\r");
    await screen.shows(agent.file);
  });

  it("a model that is chosen goes to the session as a command", async () => {
    const screen = open(80);
    screen.store.dispatch({ type: "view", view: { kind: "model" } });
    await screen.shows("> ● Opus");
    await screen.type(down);
    await screen.shows(">   Haiku");
    await screen.type("\r");
    expect(screen.sent).toEqual(["/model haiku"]);
    expect(screen.store.state().view).toBeUndefined();
  });

  it("a rule is added to the local settings, and what prevents it is shown", async () => {
    const updates: unknown[] = [];
    const screen = open(80, {
      updatePermissions: async (update) => {
        updates.push(...update);
        return updates.length > 1 ? ["the file cannot be written"] : [];
      },
    });
    screen.store.dispatch({ type: "view", view: { kind: "permissions" } });
    await screen.shows("deny  Read(.env)");
    await screen.type("a");
    await screen.shows("Rule to allow");
    await screen.type("Bash(npm test *)");
    await screen.type("\r");
    await screen.shows("added to .claude/settings.local.json: allow Bash(npm test *)");
    expect(updates).toEqual([
      {
        type: "addRules",
        rules: [{ toolName: "Bash", ruleContent: "npm test *" }],
        behavior: "allow",
        destination: "localSettings",
      },
    ]);
    await screen.type(down);
    await screen.shows(/> {3}allow/);
    await screen.type("r");
    await screen.shows("failed: the file cannot be written");
    expect(updates[1]).toMatchObject({ type: "removeRules", behavior: "allow" });
  });

  it("says what a rule looks like, in full", async () => {
    const screen = open(60);
    screen.store.dispatch({ type: "view", view: { kind: "permissions" } });
    await screen.shows("deny  Read(.env)");
    await screen.type("a");
    await screen.shows("Rule to allow");
    await screen.type("Nonsense((");
    await screen.type("\r");
    await screen.shows(
      /not a rule: "Nonsense\(\("\. Write Tool or Tool\(pattern\), such\s+as Bash\(npm test \*\)/,
    );
  });

  it("a rule of another file has no key that removes it", async () => {
    const screen = open(80);
    screen.store.dispatch({ type: "view", view: { kind: "permissions" } });
    await screen.shows("deny  Read(.env)");
    expect(screen.text()).not.toContain("r remove");
    await screen.type("\r");
    await screen.shows("from /home/settings.json");
  });

  it("the output of a background command is shown, and it can be stopped", async () => {
    const stopped: string[] = [];
    const screen = open(80, { stopTask: async (id) => void stopped.push(id) });
    screen.store.dispatch({ type: "view", view: { kind: "tasks" } });
    await screen.shows("command c1");
    await screen.type("\r");
    await screen.shows("the end of 9000 bytes");
    expect(screen.lines().length).toBeLessThan(rows);
    await screen.type(esc);
    await screen.shows("x stop");
    await screen.type("x");
    await screen.shows("command c1 was stopped");
    expect(stopped).toEqual(["c1"]);
  });

  it("a question is shown instead of a view, and the view again after the answer", async () => {
    const screen = open(80);
    screen.store.dispatch({ type: "view", view: { kind: "cost" } });
    await screen.shows("$0.0123 in this session");
    screen.store.dispatch({
      type: "question-opened",
      question: {
        id: 7,
        kind: "confirm",
        title: "Leave?",
        lines: [],
        yes: "Yes",
        no: "No",
        answer() {},
      },
    });
    await screen.shows("Leave?");
    expect(screen.text()).not.toContain("in this session");
    screen.store.dispatch({ type: "question-closed", id: 7 });
    await screen.shows("$0.0123 in this session");
  });
});
