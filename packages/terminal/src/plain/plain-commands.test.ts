import { expect, it } from "vitest";
import { fakeControl } from "../testing/fake-control.ts";
import { noActions } from "../testing/render-screen.tsx";
import { plainCommand } from "./plain-commands.ts";

it("/permissions lists mode and rules, and names no key of the screen", async () => {
  const lines = await plainCommand("/permissions", { ...noActions, control: () => fakeControl() });
  expect(lines?.join("\n")).toMatch(/^Permissions\nmode: \w+\n[\s\S]*deny {2}Read\(\.env\)/);
  expect(lines?.join("\n")).not.toContain("Shift+Tab");
});
