import { type LintRule, warningAt } from "./lint-subject.ts";

/** A hook's output is a socket. A socket cannot be opened by name, but it can be duplicated (`>&2`). */
const named = /(?<![\w/.-])\/(?:dev\/(stdout|stderr)|(?:dev|proc\/self)\/fd\/([12]))(?![\w/.-])/;

/** `echo no > /dev/stderr` fails in a hook, and the reason is lost. */
export const outputByName: LintRule = ({ hooks }) =>
  hooks.flatMap(({ hook, code }) => {
    const [name, word, number] = named.exec(code.text ?? "") ?? [];
    if (name === undefined) return [];
    const isError = word === "stderr" || number === "2";
    return [
      warningAt(hook, {
        code: "output-by-name",
        message: `this opens ${name}, which a hook cannot open: the command fails, and its output is lost`,
        advice: isError ? "use >&2" : "print without a redirect, or use >&1",
      }),
    ];
  });
