import { join } from "node:path";
import { expect, it } from "vitest";
import { bash, newPlace } from "../testing/session.ts";

it("C3 E9 the hooks of the agent apply to it alone: it changes nothing, and gives a verdict", async () => {
  const { run, has } = newPlace({ project: join(import.meta.dirname, "project") });
  const input = { subagent_type: "auditor", description: "an audit", prompt: "look" };
  const { status, stdout, stderr } = await run({
    prompt: "Let the auditor look at this project",
    script: {
      main: [[{ tool: "Agent", input }], bash("echo x > of-main"), ["done"]],
      subagent: [bash("echo x > of-auditor"), bash("ls"), ["I found nothing."], ["VERDICT: clean"]],
    },
    flags: ["--trust-project", "--timeline"],
  });
  expect(status, stderr).toBe(0);
  expect(stdout).toContain("the auditor changes nothing");
  expect(stdout).toContain("end your report with VERDICT: clean");
  expect([has("of-auditor"), has("of-main")]).toEqual([false, true]);
});
