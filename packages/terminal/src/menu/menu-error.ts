import { SettingsChangeError } from "@snaphook/bench";

/** Thrown when something cannot be done; the message is for the user. */
export class MenuError extends Error {}

/** A text for the user, whatever was thrown. */
export const errorText = (error: unknown): string =>
  error instanceof SettingsChangeError || error instanceof MenuError
    ? error.message
    : `this failed: ${error instanceof Error ? error.message : String(error)}`;
