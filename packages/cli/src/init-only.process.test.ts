import { expect, it } from "vitest";
import { command, workplace } from "./testing/workplace.ts";

it("Setup --init-only fires Setup and SessionStart, asks no model and needs none", async () => {
  const start = {
    hookSpecificOutput: { hookEventName: "SessionStart", initialUserMessage: "begin" },
  };
  const place = workplace({
    hooks: {
      Setup: command("cat >> inputs"),
      SessionStart: command(`cat >> inputs; echo '${JSON.stringify(start)}'`),
      UserPromptSubmit: command("cat >> inputs"),
      SessionEnd: command("cat >> inputs"),
    },
  });
  const run = place.start(["-p", "unused", "--init-only", "--output-format", "json"]);
  run.child.stdin.end();
  const { code, stdout, stderr } = await run.ended;
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toContain("--init-only runs no prompt, so the prompt is not used");
  expect(stderr).toContain("initialUserMessage of a SessionStart hook was not sent");
  const events = [...place.read("inputs").matchAll(/"hook_event_name":"(\w+)"/g)];
  expect(events.map(([, name]) => name)).toEqual(["Setup", "SessionStart", "SessionEnd"]);
  expect(place.read("inputs")).toContain('"trigger":"init"');
});

it("PreModelSwitch set_model before the first prompt chooses the model, without a hook, as --model does", async () => {
  const place = workplace({ hooks: { PreModelSwitch: command("touch fired") } });
  const run = place.start([
    ...["-p", "--input-format", "stream-json", "--output-format", "stream-json"],
  ]);
  const request = { subtype: "set_model", model: place.model[1] };
  run.child.stdin.write(
    `${JSON.stringify({ type: "control_request", request_id: "r1", request })}\n`,
  );
  await run.line(({ type }) => type === "control_response");
  run.child.stdin.end(
    `${JSON.stringify({ type: "user", message: { role: "user", content: "go" } })}\n`,
  );
  expect((await run.ended).code).toBe(0);
  expect(run.lines.find(({ type }) => type === "result")).toMatchObject({ result: "done" });
  expect(place.has("fired")).toBe(false);
});
