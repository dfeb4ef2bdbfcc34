import type { AnyQuestion } from "../state/open-question.ts";
import { permissionQuestion } from "./permission-question.ts";

type Questions = {
  readonly [Kind in AnyQuestion["kind"]]: Readonly<
    Record<string, Extract<AnyQuestion, { readonly kind: Kind }>>
  >;
};

/** Questions of every kind, with a text wherever a text of others can be. */
export function questionsWith(text: string): readonly (readonly [string, AnyQuestion])[] {
  const option = { label: text, description: text, preview: text };
  const asked = { question: text, header: "Which?", options: [option] };
  const item = {
    id: "a",
    title: text,
    when: text,
    what: text,
    place: text,
    definition: text,
    state: "new" as const,
    differences: [],
    files: [{ path: text, about: text, text }],
    notCovered: [text],
    fingerprint: "f",
  };
  const changed = {
    ...item,
    state: "changed" as const,
    differences: [{ summary: text, diff: text.replaceAll(/^/gm, "+") }],
  };
  const trust = { kind: "trust", project: text, problem: text, preselected: undefined } as const;
  const server = { server: text, message: text };
  const field = { type: "string", title: text, description: text };
  const form = {
    type: "object",
    properties: { a: field, b: { ...field, enum: ["x", "y"], enumNames: [text, text] } },
  };
  const questions: Questions = {
    permission: {
      "a command": permissionQuestion("Bash", { command: text, description: text, other: text }),
      "a file": permissionQuestion("Write", { file_path: text, content: text }),
      "a call": permissionQuestion(text, { [text]: text }),
      "a question of the model": permissionQuestion("AskUserQuestion", { questions: [asked] }),
      "questions of the model": permissionQuestion("AskUserQuestion", {
        questions: [asked, { ...asked, multiSelect: true }],
      }),
      "a plan": permissionQuestion("ExitPlanMode", { plan: text }),
      "a plan with code": permissionQuestion("ExitPlanMode", { plan: `> ~~~\n> ${text}` }),
    },
    elicitation: {
      "a question of a server": {
        kind: "elicitation",
        question: { ...server, url: text, schema: undefined },
        answer() {},
      },
      "a form of a server": {
        kind: "elicitation",
        question: { ...server, url: undefined, schema: form },
        answer() {},
      },
    },
    confirm: {
      "a confirmation": {
        kind: "confirm",
        title: text,
        lines: text.split("\n"),
        yes: text,
        no: "Stay",
        answer() {},
      },
    },
    change: {
      "a new settings file": {
        kind: "change",
        change: { file: text, before: undefined, after: text },
        answer() {},
      },
      "a change of settings": {
        kind: "change",
        change: { file: text, before: "{}", after: text },
        answer() {},
      },
    },
    trust: {
      "the trust review": { ...trust, items: [item], answer() {} },
      "the trust review of a change": { ...trust, items: [changed], answer() {} },
    },
    problems: {
      "problems of settings": {
        kind: "problems",
        refusing: 0,
        problems: [{ place: text, path: text, message: text, advice: text }],
        answer() {},
      },
    },
  };
  return Object.values(questions).flatMap((ones) => Object.entries<AnyQuestion>(ones));
}

/** What could push the end of a text out of sight. */
export const manyBlanks: Readonly<Record<string, string>> = {
  spaces: " ".repeat(2500),
  "spaces that do not break": "\u00a0".repeat(2500),
  "wide spaces": "\u3000".repeat(2500),
  "braille without dots": "\u2800".repeat(2500),
  tabs: "\t".repeat(900),
  "all of them": "\u3000 \t\u2800\u00a0".repeat(500),
  "empty lines": "\n".repeat(60),
  "lines of blanks": " \u2800\n".repeat(60),
};
