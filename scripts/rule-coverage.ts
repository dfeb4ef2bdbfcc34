// Lists the rules of the contract that no test names. Fails when one is missing whose turn has come.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

interface Section {
  readonly letter: string;
  readonly rules: number;
  readonly about: string;
  /** Rules that a later piece of work proves; named here so that nobody forgets them. */
  readonly later?: readonly number[];
}

/** The rules of each section, by the letter of their ids. All but those named as later must be proven. */
const sections: readonly Section[] = [
  { letter: "E", rules: 25, about: "events" },
  { letter: "C", rules: 9, about: "configuration" },
  { letter: "M", rules: 9, about: "matchers and rules" },
  { letter: "H", rules: 9, about: "handlers" },
  { letter: "P", rules: 18, about: "running" },
  { letter: "A", rules: 6, about: "answers" },
  { letter: "F", rules: 6, about: "folding" },
  { letter: "G", rules: 12, about: "the host", later: [7] },
  { letter: "U", rules: 3, about: "menu and debugging" },
  { letter: "T", rules: 10, about: "trust and safety", later: [10] },
  { letter: "Q", rules: 2, about: "profiles" },
  { letter: "V", rules: 12, about: "envoy" },
];

/** The ids in a test's name; a range such as M1-M4 counts for all within. */
function idsIn(name: string): readonly string[] {
  const found = name.matchAll(/\b([ECMHPAFGUTQV])(\d{1,2})(?:-(?:\1)?(\d{1,2}))?(?!\w)/g);
  return [...found].flatMap(([, letter = "", from = "", to = from]) =>
    Array.from(
      { length: Math.max(0, Number(to) - Number(from) + 1) },
      (_, index) => `${letter}${Number(from) + index}`,
    ),
  );
}

const root = join(import.meta.dirname, "..");
const listed = execFileSync("npm", ["exec", "--", "vitest", "list", "--json"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const tests = JSON.parse(listed.slice(listed.indexOf("["))) as readonly { readonly name: string }[];
const named = new Map<string, number>();
for (const { name } of tests)
  for (const id of new Set(idsIn(name))) named.set(id, (named.get(id) ?? 0) + 1);

for (const { letter, rules, about, later = [] } of sections) {
  const missing = Array.from({ length: rules }, (_, index) => index + 1).filter(
    (number) => !named.has(`${letter}${number}`),
  );
  const due = missing.filter((number) => !later.includes(number));
  const proven = `${rules - missing.length} of ${rules}`.padStart(8);
  const without = missing.map((number) => `${letter}${number}`).join(" ");
  const rest =
    without === "" ? "" : `without a test: ${without}${due.length === 0 ? " (later)" : ""}`;
  console.log(
    `${due.length === 0 ? "ok  " : "FAIL"} ${letter} ${about.padEnd(20)} ${proven}  ${rest}`,
  );
  if (due.length > 0) process.exitCode = 1;
}
