import { type LintRule, warningAt } from "./lint-subject.ts";

/** Output of a hook is a socket, and a socket cannot be opened by a name: a duplicate of it can be had. */
const named = /(?<![\w/.-])\/(?:dev\/(stdout|stderr)|(?:dev|proc\/self)\/fd\/([12]))(?![\w/.-])/;

/** `echo no > /dev/stderr` in a hook fails, and the reason it was to say is lost. */
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
