import { eventNames, profiles } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matcherOptions } from "../testing/hook-run.ts";
import { pathText } from "./json-document.ts";
import { type ReadSource, readSettingsText } from "./read-settings.ts";

const origin = { scope: "project", root: "/p", needsTrust: true, owner: undefined } as const;
const read = (text: string) =>
  readSettingsText("settings.json", text, origin, { profile: profiles.reference, matcherOptions });

/** Values that are nearly handlers, groups and hooks. */
const command = fc.record(
  {
    type: fc.constantFrom(
      "command",
      "http",
      "prompt",
      "agent",
      "mcp_tool",
      "callback",
      "nonsense",
      1,
    ),
    command: fc.oneof(fc.string(), fc.jsonValue()),
    url: fc.oneof(fc.webUrl(), fc.jsonValue()),
    prompt: fc.string(),
    timeout: fc.oneof(fc.integer(), fc.jsonValue()),
    if: fc.oneof(fc.constantFrom("Bash(ls)", "Bash(", ""), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const handler = fc.oneof({ weight: 3, arbitrary: command }, fc.jsonValue());
const matcher = fc.oneof(fc.constantFrom("Bash", "*", "", "(", "Edit|Write", ".*"), fc.jsonValue());
const group = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      { matcher, hooks: fc.array(handler, { maxLength: 4 }) },
      { requiredKeys: ["hooks"] },
    ),
  },
  fc.record({ matcher, command: fc.string() }),
  fc.jsonValue(),
);
const eventKey = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...eventNames) },
  fc.constantFrom("PreToolUse:Edit", "pretooluse", "__proto__", ""),
  fc.string(),
);
const groups = fc.array(group, { minLength: 1, maxLength: 4 });
const hooks = fc.dictionary(eventKey, groups, { maxKeys: 5 });

describe("readSettingsText", () => {
  it("C5 never throws for any text", () => {
    const nearly = fc
      .array(
        fc.constantFrom(...'{ } [ ] , : " \\ // /* */ 1 null hooks Stop \n \ud800'.split(" ")),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), nearly), (text) => {
        const { file, diagnostics } = read(text);
        expect(file.state === "loaded" || diagnostics.length > 0).toBe(true);
      }),
    );
  });

  it("C5 never throws for any value, as settings or as hooks", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        read(JSON.stringify(value));
        const { hooks: found, diagnostics } = read(JSON.stringify({ hooks: value }));
        const isEmpty =
          typeof value === "object" && value !== null && Object.keys(value).every(isNote);
        expect(isEmpty || found.length + diagnostics.length > 0).toBe(true);
      }),
    );
  });

  it("C5 every entry ends up as a hook or is skipped with a diagnostic", () => {
    fc.assert(
      fc.property(hooks, (value) => {
        const result = read(JSON.stringify({ hooks: value }));
        const diagnostics = new Set(result.diagnostics);
        for (const { event, diagnostic } of result.skipped)
          expect(isNote(event) || diagnostics.has(diagnostic)).toBe(true);
        for (const [event, list] of Object.entries(value))
          for (const [index, entry] of list.entries())
            expect(unreported(result, event, index, entry)).toEqual([]);
      }),
    );
  });
});

/** C9: keys for notes are not reported. */
const isNote = (key: string): boolean => /^(?:\/\/|[#$]|_(?!_))/.test(key);

it("C9 hooks below a note are listed as skipped, without a warning", () => {
  const { diagnostics, skipped } = read(
    '{"hooks": {"// why": "note", "_off": [{"hooks": [{"type": "command", "command": "a"}]}]}}',
  );
  expect(diagnostics).toEqual([]);
  expect(skipped.map(({ event, diagnostic }) => `${event}: ${diagnostic.message}`)).toEqual([
    '_off: "_off" is a note, so its hooks never run',
  ]);
});

/** The entries of a group that are neither hooks nor skipped. */
function unreported(result: ReadSource, event: string, index: number, entry: unknown) {
  const paths = [
    ...result.hooks.map(({ source }) => source.path),
    ...result.skipped.map(({ diagnostic }) => diagnostic.place.path),
  ];
  const group = pathText(["hooks", event, index]);
  if (isNote(event)) return [];
  const isUnknownEvent = paths.includes(pathText(["hooks", event]));
  if (isUnknownEvent || isSkippedWhole(result, group)) return [];
  return entriesOf(entry, group).filter((path) => !paths.some((one) => one.startsWith(path)));
}

const isSkippedWhole = ({ skipped }: ReadSource, group: string): boolean =>
  skipped.some(
    ({ label, diagnostic }) => label === "(group)" && diagnostic.place.path.startsWith(group),
  );

/** The paths of the entries of a group that can be read. */
function entriesOf(value: unknown, group: string): readonly string[] {
  if (typeof value === "object" && value !== null && "hooks" in value && Array.isArray(value.hooks))
    return value.hooks.map((_, index) => `${group}.hooks[${index}]`);
  return [group];
}
