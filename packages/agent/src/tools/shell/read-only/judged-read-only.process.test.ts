import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readGroups } from "../../../../../../scripts/attack/group.ts";
import { startListener } from "../../../../../../scripts/attack/listener.ts";
import { createPlace } from "../../../../../../scripts/attack/place.ts";
import { isReadOnlyIn } from "./is-read-only-command.ts";

const everyday: { readonly readOnly: readonly string[] } = parse(
  readFileSync(join(import.meta.dirname, "everyday-commands.yaml"), "utf8"),
);
const groups = readGroups().filter(({ name }) => /^read-only|^allow-rules/.test(name));

type Mutate = (command: string, other: string, at: number) => string;

/** Ways to write the same command, or to hide it in another one. */
const mutation: fc.Arbitrary<Mutate> = fc.constantFrom<Mutate[]>(
  (command) => command,
  (command, _other, at) => spliced(command, at, "''"),
  (command, _other, at) => spliced(command, at, '""'),
  (command, _other, at) => spliced(command, at, "\\"),
  (command, _other, at) => replacedWord(command, at, (word) => `$(echo ${word})`),
  (command, _other, at) => replacedWord(command, at, (word) => `\${unset-${word}}`),
  (command, _other, at) => replacedWord(command, at, (word) => `{${word},}`),
  (command, _other, at) => replacedWord(command, at, (word) => `$'${word}'`),
  (command, _other, at) => {
    const word = words(command)[at % words(command).length] ?? "";
    return `v=${word}; ${replacedWord(command, at, () => "$v")}`;
  },
  (command) => `{ ${command}\n}`,
  (command) => `(${command}\n)`,
  (command) => `if true; then ${command}\nfi`,
  (command) => `for i in 1; do ${command}\ndone`,
  (command) => `case x in x) ${command}\nesac`,
  (command) => `f() { ${command}\n}; f`,
  (command) => `echo "$(${command}\n)"`,
  (command) => `cat <<E\n$(${command}\n)\nE`,
  (command) => `! ${command}`,
  (command, other) => `${other}; ${command}`,
  (command, other) => `${other} && ${command}`,
  (command, other) => `${other} | ${command}`,
  (command, other) => `${command}\n${other}`,
  (command, other) => `${other} # ${command}`,
  (command, other) => `${other} \\\n${command}`,
  (command, other) => `${other} ${command}`,
  (command) => `X=1 ${command}`,
);

const words = (command: string): readonly string[] => command.match(/[^\s;&|()<>]+/g) ?? [];

const spliced = (command: string, at: number, text: string): string => {
  const place = at % (command.length + 1);
  return command.slice(0, place) + text + command.slice(place);
};

function replacedWord(command: string, at: number, replace: (word: string) => string): string {
  const word = words(command)[at % Math.max(1, words(command).length)];
  return word === undefined ? command : command.replace(word, () => replace(word));
}

it.each(groups)(
  "T11 what counts as read-only changes nothing and contacts no one: $name",
  async (group) => {
    const listener = await startListener();
    const [first] = group.tries;
    if (first === undefined) throw new Error("the group is empty");
    const place = createPlace(group, first, listener, false);
    const closed = group.tries.filter(({ open }) => open === undefined);
    const commands = closed.flatMap(({ calls }) =>
      calls.map(({ input }) => place.fill(String(input["command"]))),
    );
    const run = (command: string) =>
      new Promise<void>((resolve) => {
        const options = { cwd: place.project, env: place.env, timeout: 5000 };
        execFile("bash", ["--noprofile", "--norc", "-c", command], options, () =>
          resolve(),
        ).stdin?.end();
      });
    let judgedReadOnly = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...commands, ...everyday.readOnly),
        fc.constantFrom(...commands, ...everyday.readOnly),
        fc.array(fc.tuple(mutation, fc.nat(200)), { maxLength: 3 }),
        async (start, other, mutations) => {
          const command = mutations.reduce((text, [mutate, at]) => mutate(text, other, at), start);
          if (
            /\bsleep\b/.test(command) ||
            !isReadOnlyIn({ cwd: place.project, home: place.base, line: command }, command)
          )
            return;
          judgedReadOnly += 1;
          await run(command);
          const changed = place.changes();
          if (changed.length > 0) place.restore();
          expect({ command, changed, connections: listener.taken() }).toEqual({
            ...{ command, changed: [], connections: 0 },
          });
        },
      ),
      { numRuns: 200 },
    );
    expect(judgedReadOnly).toBeGreaterThan(10);
    place.remove();
    listener.close();
  },
);
