// What all the agents share: a project, a user, a tool, and the script that replaces a model. All of them print what they
// do, so an agent's output is the transcript of the session. Every agent prints transcript.txt.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ModelAnswer } from "./models/model-answer.ts";

/** The project, with hooks in `.claude/settings.json`. */
export const project = join(import.meta.dirname, "project");

const print = (who: string, text: string): void => console.log(`${who.padEnd(14)} ${text}`);

/** What the user writes, each after the answer to the one before. */
export function* prompts(): Generator<string> {
  for (const prompt of ["Tidy up", "The password is hunter2", "Thank you"]) {
    print("user writes", prompt);
    yield prompt;
  }
}

const refusal = "A prompt must not contain a password.";

/** What the user gets for a prompt. The words around the reason of a hook are the framework's. */
export function printAnswer(text: string): void {
  print("user reads", text.includes(refusal) ? `… ${refusal}` : text);
}

/** What hooks tell the user. */
export const tellUser = (text: string): void => print("hooks tell", text);

/** The tool. */
export async function shell(command: string): Promise<string> {
  print("tool runs", command);
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { cwd: project });
  return stdout;
}

const call = (id: string, command: string) => ({ id, name: "Bash", input: { command } });

const answers: ModelAnswer[] = [
  { text: "", calls: [call("call_1", "rm notes.txt")] },
  { text: "", calls: [call("call_2", "cat notes.txt")] },
  { text: "The notes are fine.", calls: [] },
  { text: "The notes are fine. I changed no file.", calls: [] },
  { text: "You are welcome.", calls: [] },
  { text: "You are welcome. I changed no file.", calls: [] },
];

/** Texts of the session that the model may read or must not read. */
const texts = [
  "This project is called Loom.",
  "Tidy up",
  "Files are never removed here.",
  "The loom is in the hall.",
  "The key of the store is ***.",
  "s3cret",
  "The third line is private.",
  "Only the first two lines of a file are shown.",
  "Say which files you changed.",
  "hunter2",
  "Thank you",
];
const unread = new Set(texts);

/** The next answer of the script. `request`: everything that a model would get. Prints what of it is new. */
export async function model(request: string): Promise<ModelAnswer> {
  for (const text of unread)
    if (request.includes(text)) {
      print("model reads", text);
      unread.delete(text);
    }
  const answer = answers.shift() ?? { text: "The script has ended.", calls: [] };
  for (const { input } of answer.calls) print("model calls", `Bash ${input["command"]}`);
  if (answer.text !== "") print("model says", answer.text);
  return answer;
}
