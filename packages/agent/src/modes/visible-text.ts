import { seenBy } from "@snaphook/engine";

/** SPEC 9: a text as the user may see it, with control characters made visible. */
export const visibleText = (text: string): string =>
  seenBy("user", [{ audience: "user", kind: "warning", text, hook: { id: "", label: "" } }])[0]
    ?.text ?? "";
