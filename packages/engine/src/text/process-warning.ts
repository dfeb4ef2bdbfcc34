import { visibleText } from "@snaphook/protocol";

/** A warning for the host's log, which is often a terminal. */
export const processWarning = (text: string): void => process.emitWarning(visibleText(text));
