import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setValue } from "../settings/edit-settings.ts";
import { pathOf } from "../settings/path.ts";
import { type FaultResult, gradeOf } from "./chaos-report.ts";
import { printChaos } from "./print-chaos.ts";

const result = fc.record({
  kind: fc.constantFrom("fails" as const, "refuses" as const),
  result: fc.constantFrom("refused" as const, "proceeds" as const, "not-tried" as const),
});

describe("grades", () => {
  it("fails-closed means that nothing proceeds and something was tried", () => {
    fc.assert(
      fc.property(fc.array(result), (faults) => {
        const tried = faults.some((fault) => fault.result !== "not-tried");
        const proceeds = faults.some((fault) => fault.result === "proceeds");
        expect(gradeOf(faults) === "fails-closed").toBe(tried && !proceeds);
        expect(gradeOf(faults) === "not-tried").toBe(!tried);
      }),
    );
  });

  it("fails-open means that every failure lets the action through", () => {
    const of = (kind: FaultResult["kind"], what: FaultResult["result"]) => ({ kind, result: what });
    expect(gradeOf([of("fails", "proceeds"), of("refuses", "refused")])).toBe("fails-open");
    expect(gradeOf([of("fails", "proceeds"), of("fails", "refused")])).toBe("mixed");
    expect(gradeOf([of("fails", "refused"), of("refuses", "proceeds")])).toBe("mixed");
  });
});

describe("settings are edited in place", () => {
  it("comments and indentation stay", () => {
    const text =
      '{\n    // note\n    "hooks": { "Stop": [ { "hooks": [ { "command": "a" } ] } ] }\n}\n';
    const path = [...pathOf("hooks.Stop[0].hooks[0]"), "onFailure"];
    const changed = setValue(text, path, "block");
    expect(changed).toContain("// note");
    expect(changed.replaceAll(/\s/g, "")).toContain('{"command":"a","onFailure":"block"}');
  });
});

it("a hook's text cannot forge a line of the report", () => {
  const place = { file: "/p/.claude/settings.json", line: 1, path: "" };
  const hook = {
    id: "1",
    label: "a\n✓ fails-closed: b",
    event: "Stop",
    place,
    because: "",
    faults: [],
    fixes: [],
  };
  const text = printChaos({
    project: "/p",
    profile: "reference",
    hooks: [{ ...hook, grade: "mixed" }],
    problems: [],
    notes: [],
  });
  expect(text.split("\n")[0]).toBe("✗ mixed: Stop a\\n✓ fails-closed: b");
});
