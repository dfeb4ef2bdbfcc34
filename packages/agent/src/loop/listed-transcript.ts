import { profiles } from "@snaphook/protocol";
import { createListedTranscript, type ListedTranscript } from "../sessions/listed-transcript.ts";
import { realPath } from "../sessions/session-paths.ts";
import type { PlacedSession } from "./begin-somewhere.ts";
import type { CompleteOptions } from "./complete-options.ts";

/** The second transcript of a session that a driver of Claude Code opened; none if nothing is kept. */
export function listedTranscript(
  { listsSession, mirrorsSession, configFolder, cwd, title, clock, emit }: CompleteOptions,
  { temporary, earlier }: PlacedSession,
): ListedTranscript | undefined {
  if (!listsSession || temporary) return undefined;
  const [, version = ""] = profiles["claude-code"].name.split("@");
  const conversation = earlier?.conversation ?? [];
  const place = { configFolder, cwd: realPath(cwd), version };
  return createListedTranscript({
    ...place,
    title,
    earlier: conversation,
    clock,
    onEntry(file, entry) {
      if (mirrorsSession) emit({ type: "transcript-entry", file, entry });
    },
  });
}
