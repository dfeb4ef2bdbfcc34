import type { Snapshot } from "@snaphook/engine";
import { editedInWords } from "./edited-in-words.ts";
import { type ExplainedInput, explainText } from "./explain-text.ts";
import { type Form, testKey } from "./form.ts";
import { accept, ask, editForm, inputForm, newForm } from "./form-steps.ts";
import type { MenuAction } from "./menu-action.ts";
import {
  checkMayChange,
  nameOf,
  perform,
  planDeletion,
  planForget,
  planForm,
  planSwitchAll,
  planTrust,
  switchHook,
} from "./menu-changes.ts";
import { errorText, MenuError } from "./menu-error.ts";
import type { MenuHost } from "./menu-host.ts";
import type { AskedChange } from "./menu-screen.ts";
import type { MenuStack } from "./menu-stack.ts";
import { testForm, testHook } from "./menu-tests.ts";

/** Why nothing of a file applies, if it cannot be read as settings. */
function unreadable({ files, diagnostics }: Snapshot, file: string): string | undefined {
  const state = files.find((one) => one.file === file)?.state;
  if (state !== "kept" && state !== "invalid" && state !== "unreadable") return undefined;
  const found = diagnostics.findLast(({ place }) => place.file === file);
  return `${file}${found ? `:${found.place.line}: ${found.message}; ${found.advice}` : " cannot be read"}`;
}

type Actions = {
  readonly [Do in MenuAction["do"]]: (action: Extract<MenuAction, { readonly do: Do }>) => void;
};

/** What the rows and keys of the menu do. `back` goes to the screen below. */
export function createActions(
  host: MenuHost,
  stack: MenuStack,
  back: () => void,
): { act(action: MenuAction): void; enterText(form: Form): void } {
  const { source } = host;
  const { run, show, replace } = stack;

  /** A change that the user made is said in the conversation too. */
  async function changed(text: string): Promise<string> {
    host.said(text);
    await stack.reload();
    return text;
  }

  const askFor = (plan: () => Promise<AskedChange>) =>
    run("reading the settings", async () => {
      show({ kind: "confirm", change: await plan() });
      return undefined;
    });

  /** Shows another state of the form, and tries the hook when the last field was given. */
  function showForm(form: Form): void {
    replace({ kind: "form", form });
    if (form.asking === undefined && !form.editing && form.test === undefined) tryForm(form);
  }

  function tryForm(form: Form): void {
    run("running the hook", async (signal) => {
      const result = await testForm(source, form, signal);
      replace({ kind: "form", form: { ...form, test: { of: testKey(form.draft), ...result } } });
      return result.summary;
    });
  }

  const explain = (about: ExplainedInput) =>
    run("explaining", async () => {
      const title = ["Why?", about.event, ...(about.value === undefined ? [] : [about.value])];
      show({ kind: "text", title: title.join(" · "), text: await explainText(source, about) });
      return undefined;
    });

  /** The text of a field is complete. */
  function enterText(form: Form): void {
    const next = accept(form, form.typed.text, stack.data());
    if (form.explains && next.problem === undefined) {
      stack.drop();
      explain({ event: next.draft.event, fields: next.draft.input });
    } else showForm(next);
  }

  const withForm = (step: (form: Form) => void) => () => {
    const form = stack.form();
    if (form) step(form);
  };

  const actions: Actions = {
    open: ({ screen }) => show(screen),
    back,
    switch: ({ hook }) =>
      run("switching", async () => changed(await switchHook(source, stack.hook(hook)))),
    "switch-all": ({ on }) => askFor(async () => planSwitchAll(source, stack.data(), on)),
    trust: ({ hook }) => askFor(() => planTrust(source, stack.hook(hook))),
    forget: ({ hook }) => askFor(async () => planForget(source, stack.data(), hook)),
    delete: ({ hook }) => askFor(async () => planDeletion(source, stack.hook(hook))),
    test: ({ hook }) =>
      run("running the hook", async (signal) => {
        const target = stack.hook(hook);
        const { summary, text, copy } = await testHook(source, stack.data(), target, signal);
        show({ kind: "text", title: `Test of ${nameOf(target)}`, text, copy });
        return summary;
      }),
    edit({ hook }) {
      checkMayChange(source);
      const form = editForm(stack.hook(hook), stack.data());
      if (form) show({ kind: "form", form });
    },
    add({ event }) {
      checkMayChange(source);
      show({ kind: "form", form: newForm(event, stack.data()) });
    },
    why: ({ event, value }) => explain({ event, value }),
    "why-input": ({ event }) => show({ kind: "form", form: inputForm(event, stack.data()) }),
    editor: ({ file, line }) =>
      run("the editor is open", async () => {
        checkMayChange(source);
        const applied = await source.change([file], () => host.edit(file, line));
        await stack.reload();
        const problem = unreadable((await source.hooks()).config.snapshot(), file);
        if (problem !== undefined) throw new MenuError(problem);
        if (!applied.includes(file))
          return `a hook refused the change of ${file}, so it does not apply in this session`;
        return editedInWords(file, stack.data());
      }),
    copy({ text }) {
      host.copy(text);
      stack.change({
        message: {
          text: `sent to the terminal's clipboard (in tmux: set -g set-clipboard on): ${text}`,
          isError: false,
        },
      });
    },
    perform() {
      const { screens } = stack.state();
      const screen = screens.at(-1)?.screen;
      if (screen?.kind !== "confirm") return;
      run("writing", async () => {
        try {
          const text = await perform(source, screen.change);
          stack.drop(screens.at(-2)?.screen.kind === "form" ? 2 : 1);
          return await changed(text);
        } catch (error) {
          stack.drop();
          await stack.reload();
          throw error;
        }
      });
    },
    choose: ({ value }) => withForm((form) => showForm(accept(form, value, stack.data())))(),
    field: ({ name }) =>
      withForm((form) => replace({ kind: "form", form: ask(form, name, stack.data()) }))(),
    try: withForm(tryForm),
    save: withForm((form) => {
      const isTested = form.test?.of === testKey(form.draft);
      if (form.editing || isTested) askFor(() => planForm(source, form));
      else tryForm(form);
    }),
  };

  return {
    act(action) {
      try {
        (actions[action.do] as (one: MenuAction) => void)(action);
      } catch (error) {
        stack.change({ message: { text: errorText(error), isError: true } });
      }
    },
    enterText,
  };
}
