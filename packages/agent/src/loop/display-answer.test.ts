import { expect, it } from "vitest";
import { play, specific } from "./testing/play.ts";

const bash = { tool: "Bash", input: { command: "echo hi" } };
const display = (displayContent: string) => specific("MessageDisplay", { displayContent });
const displayed = ({ hookInputs }: Awaited<ReturnType<typeof play>>) =>
  hookInputs.filter((input) => input["hook_event_name"] === "MessageDisplay");

it("MessageDisplay fires for each text of an answer, and displayContent replaces what the user sees", async () => {
  const played = await play({
    script: [["looking", "twice", bash], [bash], ["the key is 1234"]],
    answers: {
      MessageDisplay: ({ delta }) => display(String(delta).replaceAll(/\d/g, "*")),
    },
  });
  expect(displayed(played)).toMatchObject([
    { index: 0, final: false, delta: "looking" },
    { index: 1, final: true, delta: "twice" },
    { index: 0, final: true, delta: "the key is 1234" },
  ]);
  const [first, second, third] = displayed(played);
  expect(first?.["message_id"]).toBe(second?.["message_id"]);
  expect(first?.["message_id"]).not.toBe(third?.["message_id"]);
  expect(first?.["turn_id"]).toBe(third?.["turn_id"]);
  expect(played.result.result).toBe("the key is ****");
  // The model and Stop hooks get the answer itself.
  const stop = played.hookInputs.find((input) => input["hook_event_name"] === "Stop");
  expect(stop?.["last_assistant_message"]).toBe("the key is 1234");
  const records = JSON.stringify(
    played.events.flatMap((event): readonly object[] => {
      if (event.type === "assistant") return [event.shown ?? event.message];
      return event.type === "text-delta" || event.type === "result" ? [event] : [];
    }),
  );
  expect(records).not.toContain("1234");
  expect(records.split("the key is ****")).toHaveLength(4);
});

it("MessageDisplay a hook without an opinion, or one that fails, leaves the text unchanged", async () => {
  for (const answer of [{}, () => Promise.reject(new Error("broken"))])
    expect(
      (await play({ script: [["as it is"]], answers: { MessageDisplay: answer } })).result.result,
    ).toBe("as it is");
});

it("MessageDisplay does not fire for what a subagent writes", async () => {
  const agent = { tool: "Agent", input: { description: "look", prompt: "Look" } };
  const played = await play({
    script: { main: [[agent], ["done"]], subagent: [["found"]] },
    answers: { MessageDisplay: {} },
  });
  expect(displayed(played).map(({ delta }) => delta)).toEqual(["done"]);
});

it("MessageDisplay the text that is shown is never in the conversation that is resumed", async () => {
  const { cwd, home } = await play({
    script: [["secret"]],
    answers: { MessageDisplay: display("shown") },
  });
  const next = await play({ in: { cwd, home }, session: { kind: "continue" }, prompt: "more" });
  expect(JSON.stringify(next.requests[0]?.messages)).toContain("secret");
  expect(JSON.stringify(next.requests[0]?.messages)).not.toContain("shown");
});
