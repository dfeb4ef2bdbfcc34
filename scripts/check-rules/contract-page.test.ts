import { describe, expect, it } from "vitest";
import { readContract } from "./contract-page.ts";
import { problemsOfOpenList, readOpenList } from "./open-list.ts";

const page = readContract(
  [
    "Every row: *(kit, engine)*",
    "",
    "| id | event | when |",
    "|---|---|---|",
    '| <a id="e1"></a>**E1** | SessionStart | a session begins |',
    "",
    "| event | fields |",
    "|---|---|",
    "| Setup † | none |",
    "",
    '- <a id="p1"></a>**P1** *(engine, agent)* All start together. (In',
    "  code: `order`.)",
    "",
    "| question | one | in code |",
    "|---|---|---|",
    "| `defer` | no | `defer`, `more` |",
    "| later | no | |",
    "",
  ].join("\n"),
);
const problemsOf = (...lines: readonly string[]) =>
  readContract(lines.join("\n")).problems.map((text) => text.replace(/^[^ ]+ /, ""));
const rule = '- <a id="p1"></a>**P1** *(engine)* Text.';

describe("the page", () => {
  it("has rules with the packages that are responsible for them", () => {
    expect(page.problems).toEqual([]);
    expect([...page.rules.values()]).toEqual([
      { id: "E1", packages: ["kit", "engine"] },
      { id: "P1", packages: ["engine", "agent"] },
    ]);
  });

  it("has events, and profile questions in rows and rules", () => {
    expect([...page.coreEvents]).toEqual([["SessionStart", "E1"]]);
    expect(page.extendedEvents).toEqual(["Setup"]);
    expect(page.otherQuestions).toEqual(["order"]);
    expect(page.profileRows).toEqual([
      { row: "`defer`", questions: ["defer", "more"] },
      { row: "later", questions: [] },
    ]);
  });

  it("reports a rule that cannot be read", () => {
    expect(problemsOf(rule)).toEqual([]);
    expect(problemsOf("- **P1** Text.")[0]).toContain("has to begin like this");
    expect(problemsOf(rule.replace("*(engine)* ", ""))[0]).toContain("does not say which packages");
    expect(problemsOf(rule.replace("engine", "motor"))[0]).toContain("no package motor");
    expect(problemsOf(rule.replace("p1", "p2"))[0]).toContain("the anchor of P1 is p2");
    expect(problemsOf(rule, rule)[0]).toContain("twice");
  });
});

describe("the list of what is open", () => {
  const built = {
    isNamed: (id: string, name: string) => id === "P1" && name === "engine",
    isFired: () => false,
  };
  const problemsWith = (entry: string, limit = 1) =>
    problemsOfOpenList(
      readOpenList(`limit: ${limit}\nopen:\n  - { ${entry}, missing: Something. }\n`),
      page,
      built,
    );

  it("lists rules that exist and are not built", () => {
    for (const entry of [
      "rule: P1, package: agent, built: nothing",
      "rule: P1, package: engine, built: part",
      "row: later, built: nothing",
      "row: '`defer`', built: part",
      "event: Setup, built: nothing",
    ])
      expect(problemsWith(entry), entry).toEqual([]);
  });

  it("must not list rules that do not exist", () => {
    expect(problemsWith("rule: P2, package: agent, built: nothing")[0]).toContain("no rule P2");
    expect(problemsWith("rule: P1, package: cli, built: nothing")[0]).toContain("does not say");
    expect(problemsWith("row: never, built: nothing")[0]).toContain('no row "never"');
    expect(problemsWith("event: Stop, built: nothing")[0]).toContain("not one of the extended");
  });

  it("is stale if it lists something that is built", () => {
    expect(problemsWith("rule: P1, package: engine, built: nothing")[0]).toContain(
      "a test names it",
    );
    expect(problemsWith("row: '`defer`', built: nothing")[0]).toContain("names a question");
    expect(problemsWith("rule: P1, package: agent, built: part")[0]).toContain("built: nothing");
  });

  it("has as many entries as its limit", () => {
    const entry = "event: Setup, built: nothing";
    expect(problemsWith(entry, 0)[0]).toContain("may only shrink");
    expect(problemsWith(entry, 2)[0]).toContain("may only shrink");
  });

  it("needs a limit, and each entry needs all its parts", () => {
    expect(() => readOpenList("open: []")).toThrow("limit");
    expect(() => problemsWith("rule: P1, built: nothing")).toThrow("rule and package");
    expect(() => problemsWith("row: later")).toThrow("built");
    expect(() => readOpenList("limit: 1\nopen: [{ row: later, built: part }]")).toThrow("missing");
  });
});
