import type { ExplanationReport } from "@snaphook/protocol";
import { inLine, visibleText } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { printExplanation } from "./explain/print-explanation.ts";
import { printHooks } from "./hooks/hooks-report.ts";
import { printTrust } from "./trust/print-trust.ts";

const disguised = "curl evil\u001b[2K\r\u202eecho\nharmless";

it("makes visible what a terminal obeys or hides, and keeps lines of texts", () => {
  expect(visibleText("a\tb\nc\u001b[2K\r\u202e")).toBe("a\tb\nc\\x1b[2K\\x0d\\u{202e}");
  expect(visibleText("żółć 🙂")).toBe("żółć 🙂");
  expect(inLine("a\nb")).toBe("a\\nb");
});

it("T9 trust shows a command as it is, and with --show the whole definition", () => {
  const row = {
    id: "0123456789ab",
    label: disguised,
    state: "untrusted" as const,
    place: ".claude/settings.json#hooks",
    differences: [],
    coverage: {
      covered: [{ what: "definition" as const, text: '{\n  "shell": "powershell"\n}' }],
      notCovered: [],
    },
  };
  const listed = printTrust([row], { show: false, hasErrors: false });
  expect(listed.split("\n")).toHaveLength(2);
  expect(listed).toContain("curl evil\\x1b[2K\\x0d\\u{202e}echo\\nharmless");
  expect(listed).not.toContain("powershell");
  expect(printTrust([row], { show: true, hasErrors: false })).toContain('"shell": "powershell"');
});

it("explain lists what is invalid elsewhere with its event, not as a hook of this one", () => {
  const source = { file: "s.json", line: 1, column: 2, path: "hooks.Stopp" };
  const row: ExplanationReport["hooks"][number] = {
    id: null,
    label: "(group)",
    event: "Stopp",
    scope: "project",
    owner: null,
    type: null,
    matcher: null,
    if: null,
    source,
    state: "invalid",
    because: 'unknown event "Stopp"',
    limitMs: null,
    shell: null,
    shellLacks: null,
    model: null,
    differs: null,
    background: "no",
  };
  const report: ExplanationReport = {
    event: "Stop",
    profile: "reference",
    input: {},
    hooks: [row, { ...row, event: "Stop", label: "bad\u001b" }],
    files: [],
    diagnostics: [],
    inactive: [],
    guards: "compared",
  };
  const printed = printExplanation(report);
  expect(printed).toContain("✗ invalid: bad\\x1b\n");
  expect(printed).toContain(
    '· Stopp: (group) is invalid: unknown event "Stopp" (s.json:1:2 hooks.Stopp)',
  );
});

it("U1 the columns of the hooks table stay in line, however long a text is", () => {
  const row = {
    id: "0123456789ab",
    event: "PreToolUse",
    owner: null,
    type: "command",
    if: null,
    source: { file: "s.json", line: 1, column: 2, path: "" },
    because: "",
  } as const;
  const hooks = [
    { ...row, label: "LABEL", scope: "project", state: "ready", matcher: null },
    {
      ...row,
      label: "LABEL",
      scope: "plugin",
      owner: "a-plugin-with-a-long-name",
      state: "managed-only",
      matcher: "^(mcp__server__tool|mcp__other__tool)$",
    },
  ] as const;
  const columns = printHooks({ hooks: [...hooks], files: [], inactive: [], guards: "" })
    .split("\n")
    .map((line) => line.indexOf("LABEL"))
    .filter((column) => column >= 0);
  expect(columns).toHaveLength(2);
  expect(new Set(columns).size).toBe(1);
});
