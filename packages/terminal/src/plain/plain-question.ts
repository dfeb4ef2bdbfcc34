import { lineDiff } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { bodyRows } from "../dialogs/parts/readable-rows.ts";
import { permissionRows } from "../dialogs/permission/permission-rows.ts";
import { readQuestions } from "../dialogs/questions/asked-question.ts";
import { introLines, itemLines } from "../dialogs/start/trust-lines.ts";
import { whatIsLost } from "../dialogs/start/what-is-lost.ts";
import type { OpenQuestion, PermissionPrompt } from "../state/open-question.ts";
import { shortDiff, shortTexts } from "../text/short-blanks.ts";
import type { StyledLine } from "../text/styled-line.ts";
import { askInLines } from "./ask-in-lines.ts";
import type { PlainQuestion } from "./question-lines.ts";

/** A terminal that can only print lines may not know its width. */
const columns = 78;

const textsOf = (lines: readonly StyledLine[]): readonly string[] =>
  bodyRows(lines, columns).map((row) =>
    row
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );

interface YesOrNo {
  readonly lines: readonly string[];
  yes(): void;
  no(): void;
}

/** `y` is a yes, and anything else a no. */
const yesOrNo = ({ lines, yes, no }: YesOrNo): PlainQuestion => ({
  lines,
  take(line) {
    if (/^y(es)?$/i.test(line.trim())) yes();
    else no();
    return undefined;
  },
});

/** A call: a few tools are themselves a question, all others need permission. */
function callQuestion({ question, before, answer }: PermissionPrompt): PlainQuestion {
  const { call } = question;
  const questions = call.name === "AskUserQuestion" ? readQuestions(call.input) : undefined;
  if (questions)
    return askInLines(questions, (answers) =>
      answer(
        answers
          ? { behavior: "allow", updatedInput: { ...call.input, answers } }
          : { behavior: "deny", message: "the user did not answer", interrupt: true },
      ),
    );
  const { plan } = call.input;
  if (call.name === "ExitPlanMode" && typeof plan === "string")
    return yesOrNo({
      lines: [
        "Carry out this plan?",
        ...plan.split("\n").map((row) => `  ${row}`),
        "y carries it out; anything else does not, and ends the turn:",
      ],
      yes: () => answer({ behavior: "allow" }),
      no: () =>
        answer({ behavior: "deny", message: "the user wants to keep planning", interrupt: true }),
    });
  return yesOrNo({
    lines: [
      ...textsOf(permissionRows(question, before, columns).rows),
      "y runs it; anything else does not, and ends the turn:",
    ],
    yes: () => answer({ behavior: "allow" }),
    no: () => answer({ behavior: "deny", message: "the user said no", interrupt: true }),
  });
}

/** How each kind of question is asked where only lines can be shown. */
const asked: {
  readonly [Kind in OpenQuestion["kind"]]: (
    question: Extract<OpenQuestion, { readonly kind: Kind }>,
  ) => PlainQuestion;
} = {
  permission: callQuestion,
  confirm: ({ title, lines, yes, no, answer }) =>
    yesOrNo({
      lines: [title, ...lines, `y: ${yes}; anything else: ${no}`],
      yes: () => answer(true),
      no: () => answer(false),
    }),
  elicitation: ({ question: { server, message, url }, answer }) =>
    yesOrNo({
      lines: [
        `The MCP server ${server} asks: ${message}`,
        ...(url === undefined
          ? ["This terminal cannot show its form. Enter declines:"]
          : [`Open ${url}`, "y: it is done; anything else declines:"]),
      ],
      yes: () => answer({ action: url === undefined ? "decline" : "accept" }),
      no: () => answer({ action: "decline" }),
    }),
  change: ({ change: { file, before, after }, answer }) =>
    yesOrNo({
      lines: [
        `${file} was changed outside of this session:`,
        ...shortDiff(lineDiff(before ?? "", after ?? "").split("\n")),
        "y applies the change; anything else keeps what is in force:",
      ],
      yes: () => answer(true),
      no: () => answer(false),
    }),
  problems: ({ problems, answer }) =>
    yesOrNo({
      lines: [
        "These entries of the settings cannot be used:",
        ...problems.map(({ place, message, advice }) => `  ${place}: ${message}; ${advice}`),
        `y continues without them: ${whatIsLost(problems)}.`,
        "Anything else leaves:",
      ],
      yes: () => answer("continue"),
      no: () => answer("leave"),
    }),
  trust: ({ project, items, problem, preselected, answer }) =>
    yesOrNo({
      lines: [
        ...textsOf(introLines({ project, items, problem })),
        ...items.flatMap((item) => ["", ...textsOf(itemLines(item))]),
        "",
        `To trust only some of it, use "${brand.command} trust" in another terminal.`,
        preselected === "leave"
          ? "y trusts all of it; anything else leaves:"
          : "y trusts all of it; anything else continues without it:",
      ],
      yes: () => answer({ do: "trust", ids: items.map(({ id }) => id) }),
      no: () => answer(preselected === "leave" ? { do: "leave" } : { do: "trust", ids: [] }),
    }),
};

/** A question as lines. Blanks cannot push a part of it out of sight: long runs of them are a count. */
export function plainQuestion(question: OpenQuestion): PlainQuestion {
  // Each function gets the question of its own kind.
  const ask = asked[question.kind] as (question: OpenQuestion) => PlainQuestion;
  const { lines, take } = ask(question);
  return {
    lines: shortTexts(lines),
    take(line) {
      const more = take(line);
      return more && shortTexts(more);
    },
  };
}
