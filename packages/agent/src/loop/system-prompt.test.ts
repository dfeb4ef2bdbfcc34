import { expect, it } from "vitest";
import { play } from "./testing/play.ts";

it("every request of a session has the prompt, with the mode of that moment", async () => {
  const { requests } = await play({
    script: [["one"], ["two"]],
    prompts: ["a", "b"],
    permissionMode: "plan",
    onOpen: (session) => {
      void session.setPermissionMode("acceptEdits");
    },
  });
  for (const { request } of requests)
    expect(request.system).toContain("The permission mode is acceptEdits.");
});
