import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { failureLine } from "./failure-line.ts";

const traceback = `Traceback (most recent call last):
  File "/p/guard.py", line 3, in <module>
    data = json.load(sys.stdin)
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/p/guard.py", line 5, in <module>
    raise ValueError("no input")
ValueError: no input`;

const dump = `node:internal/modules/cjs/loader:1568
  throw err;
  ^

Error: Cannot find module '/p/missing.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1565:15)
    at node:internal/main/run_main_module:33:47 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.1.0`;

it.each([
  [`exit 1: ${traceback}`, "exit 1: ValueError: no input"],
  [`exit 1: checking …\n${traceback}\n`, "exit 1: ValueError: no input"],
  [`exit 1: ${dump}`, "exit 1: Error: Cannot find module '/p/missing.js'"],
  ["exit 1: broken\nValueError: not a stack", "exit 1: broken"],
  ["exit 1: Traceback (most recent call last):", "exit 1: Traceback (most recent call last):"],
  [`no answer within 1 s\n${traceback}`, "no answer within 1 s"],
  ["", ""],
])("the line that names the failure in %j", (detail, line) => {
  expect(failureLine(detail)).toBe(line);
});

it("it is always one line of the text", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (lines) => {
      const text = lines.join("\n");
      const line = failureLine(text);
      expect(text.split("\n").map((one) => one.trimEnd())).toContain(line.trimEnd());
    }),
  );
});

it("what the Node of this test prints for an error is recognised", () => {
  const file = join(mkdtempSync(join(tmpdir(), "dump-")), "hook.mjs");
  writeFileSync(file, 'throw new TypeError("the input has no command");\n');
  let stderr = "";
  try {
    execFileSync(process.execPath, [file], { stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    stderr = (error as { readonly stderr: string }).stderr;
  }
  expect(failureLine(`exit 1: ${stderr.trim()}`)).toBe(
    "exit 1: TypeError: the input has no command",
  );
});
