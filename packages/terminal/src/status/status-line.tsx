import { inLine } from "@snaphook/protocol";
import { Text, useWindowSize } from "ink";
import { useScreenState } from "../screen-context.ts";
import { statusText } from "./status-parts.ts";

/** The permission mode, the model, tokens, cost, and what waits or runs. */
export function StatusLine() {
  const { columns } = useWindowSize();
  const session = useScreenState((state) => state.session);
  const hooks = useScreenState((state) => state.hooks);
  const commands = useScreenState((state) => state.commands);
  const queued = useScreenState((state) => state.queued);
  const lastResult = useScreenState((state) => state.lastResult);
  const contextTokens = useScreenState((state) => state.contextTokens);
  const text = statusText({ session, hooks, commands, queued, lastResult, contextTokens }, columns);
  return (
    <Text dimColor wrap="truncate">
      {inLine(text)}
    </Text>
  );
}
