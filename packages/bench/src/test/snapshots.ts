import { existsSync, rmSync, writeFileSync } from "node:fs";
import { isObject, readNamedFile } from "@snaphook/engine/internal";
import type { Observed } from "./check-expectation.ts";
import type { Scratch } from "./scratch.ts";
import type { Mismatch } from "./test-report.ts";

type Stored = Readonly<Record<string, unknown>>;

/** Where the snapshots of a fixture are: `guard.hooktest.yaml` has `guard.hooktest.snap.json`. */
const snapshotFile = (fixture: string): string =>
  fixture.replace(/\.(?:ya?ml|json)$/, ".snap.json");

/** What is stored of a result: what hosts, models and users get, without times and without paths of the copy. */
export function snapshotOf(
  { report, changed }: Observed,
  { base, project }: Pick<Scratch, "base" | "project">,
): unknown {
  const { outcome, model, user, ran } = report;
  const value = {
    outcome: outcome.action,
    ...("permission" in outcome ? { permission: outcome.permission } : {}),
    ...("reasons" in outcome ? { reasons: outcome.reasons } : {}),
    ...("reason" in outcome ? { reason: outcome.reason } : {}),
    ...("input" in outcome ? { input: outcome.input } : {}),
    fields: outcome.fields,
    model: model.map(({ text }) => text),
    user: user.map(({ text }) => text),
    ran: ran.map(({ label }) => label),
    changed,
  };
  const text = JSON.stringify(value);
  return JSON.parse(text.replaceAll(project, "<copy>/project").replaceAll(base, "<copy>"));
}

/** The stored snapshots; a text if the file cannot be used. */
export function readSnapshots(fixture: string): Stored | string {
  const file = snapshotFile(fixture);
  if (!existsSync(file)) return {};
  try {
    const value: unknown = JSON.parse(readNamedFile(file));
    if (isObject(value)) return value;
  } catch {}
  return `${file} is not a JSON object; remove it and run again with --update`;
}

export function compareSnapshot(stored: Stored, name: string, found: unknown): readonly Mismatch[] {
  const now = JSON.stringify(found);
  if (!Object.hasOwn(stored, name))
    return [
      {
        what: "snapshot",
        expected: "a stored result; run again with --update to store this one",
        found: now,
      },
    ];
  const before = JSON.stringify(stored[name]);
  return before === now ? [] : [{ what: "snapshot", expected: before, found: now }];
}

/** Stores the results of the tests that ran now, and drops those of tests that are gone. */
export function writeSnapshots(fixture: string, snapshots: Stored): void {
  const file = snapshotFile(fixture);
  if (Object.keys(snapshots).length === 0) rmSync(file, { force: true });
  else writeFileSync(file, `${JSON.stringify(snapshots, null, 2)}\n`);
}
