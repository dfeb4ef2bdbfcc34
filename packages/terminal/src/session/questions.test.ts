import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PermissionQuestion, PermissionReply } from "@snaphook/agent";
import { QuestionClosed } from "@snaphook/engine";
import { describe, expect, it } from "vitest";
import { createStore } from "../state/store.ts";
import { callStarted } from "../testing/agent-events.ts";
import { createQuestions } from "./questions.ts";

function open() {
  const store = createStore(() => 0);
  const abort = new AbortController();
  const question = (input: PermissionQuestion["call"]["input"], name = "Bash") =>
    ({
      call: { name, id: "t1", input },
      reasons: [],
      suggestions: [],
      signal: abort.signal,
    }) as unknown as PermissionQuestion;
  return {
    store,
    abort,
    question,
    questions: createQuestions({ store, stop: new AbortController().signal }),
  };
}

describe("questions", () => {
  it("the first one is shown until it is answered", async () => {
    const { store, question, questions } = open();
    const asked = questions.ask(question({ command: "ls" }));
    await expect.poll(() => store.state().questions).toHaveLength(1);
    const [shown] = store.state().questions;
    if (shown?.kind === "permission") shown.answer({ behavior: "allow" });
    expect(await asked).toEqual({ behavior: "allow" });
    expect(store.state().questions).toEqual([]);
  });

  it.each([
    [{ behavior: "allow" }, []],
    [{ behavior: "allow", note: "then test" }, ["you: then test"]],
    [{ behavior: "deny", message: "use rg" }, ["not run; you: use rg"]],
    [
      { behavior: "deny", message: "the user does not want it", interrupt: true },
      ["not run: you said no"],
    ],
  ] as const)("the answer %j is shown at the call as %j", async (reply, texts) => {
    const { store, question, questions } = open();
    store.dispatch({ type: "event", event: callStarted("t1", "Bash", { command: "ls" }) });
    const asked = questions.ask(question({ command: "ls" }));
    await expect.poll(() => store.state().questions).toHaveLength(1);
    const [shown] = store.state().questions;
    if (shown?.kind === "permission") shown.answer(reply as PermissionReply);
    await asked;
    expect(store.state().calls[0]?.notes.map(({ text }) => text)).toEqual(texts);
  });

  it("E4 a hook that answers first closes the question", async () => {
    const { store, abort, question, questions } = open();
    const asked = questions.ask(question({ command: "ls" }));
    await expect.poll(() => store.state().questions).toHaveLength(1);
    const decidedBy = [{ id: "h1", label: "allow.sh" }];
    abort.abort(new QuestionClosed("allowed", { decidedBy } as never));
    expect(await asked).toMatchObject({ behavior: "deny" });
    expect(store.state().questions).toEqual([]);
  });

  it("a question about a file has its content, for a diff", async () => {
    const { store, question, questions } = open();
    const path = join(mkdtempSync(join(tmpdir(), "questions-")), "a.txt");
    writeFileSync(path, "old\n");
    void questions.ask(question({ file_path: path, content: "new\n" }, "Write"));
    await expect
      .poll(() => store.state().questions)
      .toMatchObject([{ before: { path, exists: true, text: "old\n" } }]);
  });

  it("closes what waits when the user leaves: nothing is trusted or applied, and the session is not opened", async () => {
    const leaving = new AbortController();
    const store = createStore(() => 0);
    const questions = createQuestions({ store, stop: leaving.signal });
    const answers = Promise.all([
      questions.reviewTrust({
        project: "/project",
        items: [],
        problem: undefined,
        preselected: undefined,
      }),
      questions.reviewProblems({ problems: [], refusing: 0 }),
      questions.reviewChange({ file: "a", before: "", after: "" }, new AbortController().signal),
    ]);
    leaving.abort();
    expect(await answers).toEqual([{ do: "leave" }, "leave", false]);
    expect(store.state().questions).toEqual([]);
  });

  it("confirms", async () => {
    const { store, questions } = open();
    const asked = questions.confirm({ title: "Leave?", lines: [], yes: "Leave", no: "Stay" });
    const [shown] = store.state().questions;
    if (shown?.kind === "confirm") shown.answer(true);
    expect(await asked).toBe(true);
  });
});
