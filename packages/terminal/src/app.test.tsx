import { describe, expect, it, vi } from "vitest";
import { App } from "./app.tsx";
import { noActions, overflowing, renderScreen, widths } from "./testing/render-screen.tsx";

describe("the screen", () => {
  it.each(widths)("at %i columns: a prompt is typed, sent and shown", async (columns) => {
    const sent: string[] = [];
    const actions = { ...noActions, submit: (text: string) => sent.push(text) };
    const screen = renderScreen(<App />, { columns, actions });
    await screen.type("a prompt with 漢字");
    await screen.shows("a prompt with 漢字");
    await screen.type("\r");
    expect(sent).toEqual(["a prompt with 漢字"]);
    screen.store.dispatch({ type: "turn-started", prompt: "a prompt ".repeat(30) });
    await screen.shows("a prompt a prompt");
    expect(overflowing(screen.lines(), columns)).toEqual([]);
  });

  it("what is typed behind the answer of a dialog, or right after a view closes, is in the input line", async () => {
    const answers: string[] = [];
    const screen = renderScreen(<App />);
    const close = () => screen.store.dispatch({ type: "question-closed", id: 1 });
    screen.store.dispatch({
      type: "question-opened",
      question: {
        kind: "confirm",
        id: 1,
        title: "Leave?",
        lines: [],
        yes: "Yes",
        no: "Stay",
        answer: (isYes) => {
          answers.push(String(isYes));
          close();
        },
      },
    });
    await screen.shows("2. Yes");
    await screen.type("2third\r");
    await screen.shows("> third");
    expect(answers).toEqual(["true"]);
    screen.store.dispatch({ type: "view", view: { kind: "help" } });
    await screen.shows("Esc");
    await screen.type("\u001B");
    // Until then Esc and a key would be Alt and the key.
    await vi.waitUntil(() => screen.store.state().view === undefined, { interval: 1 });
    await screen.type(" one");
    await screen.shows("> third one");
  });
});
