import { defineHook } from "@snaphook/kit";

/** Keeps keys out of the conversation, and tells the model what day it is. */
const hook = defineHook("UserPromptSubmit", ({ input, block, context }) =>
  /\bsk-\w{8,}/.test(input.prompt)
    ? block("the prompt has a key in it", { suppressOriginalPrompt: true })
    : context(`Today is ${new Date().toDateString()}.`),
);

export default hook;
hook.runIfMain(import.meta);
