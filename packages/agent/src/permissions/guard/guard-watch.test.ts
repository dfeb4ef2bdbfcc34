import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "@snaphook/engine/internal";
import { expect, it } from "vitest";
import { guardWatch } from "./guard-watch.ts";

function watched() {
  const folder = mkdtempSync(join(tmpdir(), "guard-"));
  const [trustStore, settings] = [join(folder, "trust.json"), join(folder, "settings.json")];
  const guarded = async () => ({ files: [settings], folders: [] });
  return {
    trustStore,
    settings,
    watch: guardWatch({ guarded, hookData: async () => [], trustStore }),
  };
}

it("T5 what this process writes while a command runs is not the command's change", async () => {
  const { trustStore, settings, watch } = watched();
  const end = await watch.begin(false);
  await replaceFile(trustStore, "{}", { mode: 0o600 });
  writeFileSync(settings, "{}");
  expect(await end()).toEqual({ during: [settings], agreed: [], before: [] });
});

it.each([
  ["changes it again", '{"a": 1}', '{"b": 2}'],
  ["restores what this process wrote before the command", '{"a": 1}', "{}"],
])("T5 a command that %s is reported", async (_what, between, written) => {
  const { trustStore, watch } = watched();
  await replaceFile(trustStore, "{}", { mode: 0o600 });
  writeFileSync(trustStore, between);
  const end = await watch.begin(false);
  writeFileSync(trustStore, written);
  expect((await end()).during).toEqual([trustStore]);
});
