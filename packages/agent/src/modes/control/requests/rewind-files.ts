import { errorText } from "../../../error-text.ts";
import { type ControlHandler, textIn } from "../control-context.ts";

/** What prevents it is part of the answer, as drivers expect. */
export const rewindFiles: ControlHandler = async (request, { opened }) => {
  const id = textIn(request, "user_message_id");
  const { control } = await opened();
  try {
    const { files, insertions, deletions } = await control.rewindFiles(id, {
      dryRun: request["dry_run"] === true,
    });
    return { canRewind: true, filesChanged: files, insertions, deletions };
  } catch (error) {
    return { canRewind: false, error: errorText(error) };
  }
};
