import { text } from "../fields.ts";

/** The output field of events on which a hook can name the session. */
export const titleField = () => ({
  sessionTitle: text(
    "A title of the session for the user; later events have it as session_title.",
  ).optional(),
});
