import { expect, it } from "vitest";
import { createNotifier } from "./create-notifier.ts";

it("a setting that is unknown is reported once, and the terminal rings all the same", () => {
  const written: string[] = [];
  const warnings: string[] = [];
  let setting: unknown = "loud";
  const notify = createNotifier({
    write: (bytes) => written.push(bytes),
    env: {},
    setting: () => setting,
    warn: (text) => warnings.push(text),
  });
  notify("one");
  notify("two");
  expect(written).toEqual(["\u0007", "\u0007"]);
  expect(warnings).toEqual([expect.stringContaining('terminalNotifications is "loud"')]);
  setting = "off";
  notify("three");
  setting = undefined;
  notify("four");
  expect(written).toHaveLength(3);
});
