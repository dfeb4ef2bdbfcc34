// The only file of the tests in a terminal that knows how the screen looks and which keys it takes.
import type { Terminal } from "../../../../scripts/testing/tmux.ts";

export interface DialogAnswer {
  readonly choose: "yes" | "always" | "no";
  /** Goes along with the answer. */
  readonly text?: string | undefined;
}

/** Lines that begin as the input line does; the input line is the last of them. Choices of a dialog have a number. */
const inputLines = /^[ │]*[>❯](?: (?!\d\. )(.*?))?[ │]*$/gm;

/** What is typed into the input line; undefined if there is none. */
export function inputLineOf(screen: string): string | undefined {
  const last = [...screen.matchAll(inputLines)].at(-1);
  return last && (last[1] ?? "");
}

/** The choices of the dialog that is open, in order. Text of others has a bar of its own. */
const numberedChoicesOf = (screen: string) =>
  [...screen.matchAll(/^│ [ ❯] (\d)\. (.*?)[ │]*$/gm)].map(([, number = "", label = ""]) => ({
    number,
    label,
  }));

const choicesOf = (screen: string): readonly string[] =>
  numberedChoicesOf(screen).map(({ label }) => label);

/** What is in the frame of a dialog. */
const boxOf = (screen: string): string => (screen.match(/^│.*│$/gm) ?? []).join("\n");

/** Whether a permission dialog is open. */
export const hasDialog = (screen: string): boolean => {
  const choices = choicesOf(screen);
  return choices.includes("Yes") && choices.some((label) => label.startsWith("No"));
};

/** Waits until the session is open and takes prompts. */
export const waitForInput = (terminal: Terminal): Promise<string> =>
  terminal.until(
    "shows the input line of an open session",
    (screen) => inputLineOf(screen) !== undefined && / mode · /.test(screen),
  );

/** Chooses the first answer of the open dialog whose label matches. */
async function pressAnswer(
  terminal: Terminal,
  label: RegExp,
  text?: string | undefined,
): Promise<void> {
  const screen = await terminal.screen();
  const choices = numberedChoicesOf(screen);
  const index = choices.findIndex((one) => label.test(one.label));
  const chosen = choices[index];
  if (!chosen) throw new Error(`the dialog does not offer ${label}\n${screen}`);
  if (text === undefined) return terminal.press(chosen.number);
  for (const { number } of choices.slice(1, index + 1)) {
    await terminal.press("Down");
    await terminal.shows(new RegExp(`❯ ${number}\\. `));
  }
  await terminal.press("Tab");
  await terminal.submit(text);
}

/** The same, and waits until the program has taken the answer. */
async function chooseAnswer(
  terminal: Terminal,
  label: RegExp,
  text?: string | undefined,
): Promise<void> {
  const before = boxOf(await terminal.screen());
  await pressAnswer(terminal, label, text);
  await terminal.until("closes the dialog", (screen) => boxOf(screen) !== before);
}

/** The answers of dialogs: of permissions, of `/exit`, of a plan and of settings with errors. */
export const choiceNames = [
  ...(["yes", "always", "no"] as const),
  ...(["stay", "leave"] as const),
  ...(["ask-before-edits", "accept-edits"] as const),
  "continue",
] as const;

export type ChoiceName = (typeof choiceNames)[number];

const answers: Readonly<Record<ChoiceName, RegExp>> = {
  yes: /^Yes$/,
  always: /^Yes, /,
  no: /^No/,
  stay: /^Stay/,
  leave: /^Leave/,
  "ask-before-edits": /^Yes, .*ask before/,
  "accept-edits": /^Yes, .*accept edits/,
  continue: /^Continue/,
};

/** Whether a dialog is open that offers these answers and no others. */
export function offersOnly(screen: string, names: readonly ChoiceName[]): boolean {
  const labels = choicesOf(screen);
  return (
    labels.length === names.length &&
    names.every((name) => labels.some((label) => answers[name].test(label)))
  );
}

/** Chooses an answer of the dialog that is open, or opens soon. */
export async function choose(terminal: Terminal, name: ChoiceName): Promise<void> {
  await terminal.until(`offers ${name}`, (screen) =>
    choicesOf(screen).some((label) => answers[name].test(label)),
  );
  await (name === "leave" ? pressAnswer : chooseAnswer)(terminal, answers[name]);
}

/** Answers the permission dialog that is open, or opens soon. */
export async function answerDialog(terminal: Terminal, answer: DialogAnswer): Promise<void> {
  await terminal.until("shows a permission dialog", hasDialog);
  await chooseAnswer(terminal, answers[answer.choose], answer.text);
}

const trustAnswers = { all: /^Yes, trust/, none: /continue without/, leave: /leave/ } as const;

/** Answers the review of what the project wants to run. */
export async function answerTrust(
  terminal: Terminal,
  choice: keyof typeof trustAnswers,
): Promise<void> {
  await terminal.until("shows the review", (screen) =>
    choicesOf(screen).some((label) => trustAnswers[choice].test(label)),
  );
  await (choice === "leave" ? pressAnswer : chooseAnswer)(terminal, trustAnswers[choice]);
}

/** Types a text into the only field of a form that is open, or opens soon, and sends the form. */
export async function sendForm(terminal: Terminal, text: string): Promise<void> {
  await terminal.shows(/^│ +Send/m);
  await terminal.type(text);
  await terminal.press("Enter");
  await terminal.shows(/^│ ❯ Send/m);
  await terminal.press("Enter");
  await terminal.hides(/^│ ❯ Send/m);
}

/** Opens the page of an event in the menu of hooks, which is open or opens soon. */
export async function openMenuEvent(terminal: Terminal, event: string): Promise<void> {
  const cursorOf = (screen: string) => /^> (\S+) /m.exec(screen)?.[1];
  let screen = await terminal.shows(new RegExp(`^[> ] ${event} .*^.*Enter chooses`, "ms"));
  while (cursorOf(screen) !== event) {
    const before = cursorOf(screen);
    await terminal.press("Down");
    screen = await terminal.until("moves the cursor", (shown) => cursorOf(shown) !== before);
  }
  await terminal.press("Enter");
}

/** Waits until no turn runs. */
export const waitForTurnEnd = (terminal: Terminal): Promise<string> =>
  terminal.hides("Esc interrupts");
