import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

const invalid = [
  { tool: "Nothing", input: {} },
  { tool: "Bash", input: { cmd: 1 } },
  { tool: "Edit", input: { file_path: "a.txt", old_string: "a", new_string: "b" } },
  { tool: "WebFetch", input: { url: "not an address", prompt: "x" } },
  { tool: "ExitPlanMode", input: { plan: "x" } },
];
const reasons = [
  /^There is no tool Nothing/,
  /command/,
  /has not been read/,
  /not an address/,
  /not in plan mode/,
];

const notStarted = ({ events }: Pick<Awaited<ReturnType<typeof play>>, "events">) =>
  events.flatMap((event) => (event.type === "tool-not-started" ? [event] : []));

describe("a call of the model that ends before its hooks", () => {
  it.each(["reference", "envoy"] as const)(
    "E17 has an event with its input and the reason (%s)",
    async (profile) => {
      const played = await play({
        profile,
        ask: async () => ({ behavior: "allow" }),
        script: [[...invalid, { tool: "Bash", input: { command: "true" } }], ["done"]],
        files: { "a.txt": "abc\n" },
      });
      const calls = notStarted(played);
      expect(calls.map(({ name, input }) => ({ tool: name, input }))).toEqual(invalid);
      for (const [index, { text }] of calls.entries()) expect(text).toMatch(reasons[index] ?? "");
      const others = played.events.flatMap((event) =>
        event.type === "tool-started" || event.type === "tool-ended" ? [event.name] : [],
      );
      expect(others).toEqual(["Bash", "Bash"]);
    },
  );

  it("G6 has an event if the turn was interrupted before it", async () => {
    const bash = (command: string) => ({ tool: "Bash", input: { command } });
    const played = await play({
      script: [[bash("touch a"), bash("touch b")], ["done"]],
      permissionMode: "default",
      ask: async () => ({ behavior: "deny", message: "no", interrupt: true }),
    });
    expect(notStarted(played)).toMatchObject([
      { input: { command: "touch b" }, text: expect.stringContaining("interrupted") },
    ]);
  });

  it("is not shown as a call of the main agent if a hook's model made it, or if a prompt names a file", async () => {
    const played = await play({
      script: {
        main: [["done"]],
        "hook-agent": [
          [{ tool: "Nothing", input: {} }],
          [{ tool: "StructuredOutput", input: { ok: true } }],
        ],
      },
      userSettings: { hooks: { Stop: [{ hooks: [{ type: "agent", prompt: "look" }] }] } },
      prompt: "see @missing.txt",
    });
    expect(played.requests.some(({ purpose }) => purpose === "hook-agent")).toBe(true);
    expect(notStarted(played)).toEqual([]);
  });
});
