import { isObject } from "@snaphook/engine/internal";
import { elicitationAnswer } from "../../../effects/elicitation-answer.ts";
import type { AskElicitation } from "../../../mcp/connection-types.ts";
import { hostVersion } from "../../host-version.ts";
import type { ControlContext, ControlHandler, ControlRequest } from "../control-context.ts";
import type { Driver } from "../driver.ts";
import { driverHooks } from "../driver-hooks.ts";
import { initializeOptions } from "./initialize-options.ts";

/**
 * The driver introduces itself: its hooks, MCP servers, agents and prompts become those of the session, which opens now.
 * Programs that send this expect Claude Code, so its profile is the default. A second request changes nothing.
 */
export const initialize: ControlHandler = async (request, context) => {
  const isFirst = !context.isOpening();
  if (isFirst) apply(request, context);
  else context.warn("the driver sent initialize again; its options apply only the first time");
  const { control } = await context.opened();
  const { commands, agents, models, apiKeySource } = control.describe();
  return {
    commands,
    agents,
    output_style: "default",
    available_output_styles: ["default"],
    models,
    account: { apiKeySource, tokenSource: apiKeySource, apiProvider: "firstParty" },
    ...(request["hooks"] === undefined ? {} : { hooks_applied: isFirst }),
    hook_on_failure_supported: true,
    ...(Array.isArray(request["plugins"]) ? { plugins_applied: isFirst } : {}),
    claude_code_version: hostVersion,
    pid: process.pid,
  };
};

function apply(request: ControlRequest, context: ControlContext): void {
  const { driver, servers, warn, setOptions } = context;
  const read = driverHooks(request["hooks"], driver, skippedEvents(context));
  const { options, warnings } = initializeOptions(request, servers);
  for (const warning of [...warnings, ...read.warnings]) warn(warning);
  context.stopsTasksItself = request["perTaskStopAffordance"] === true;
  setOptions({
    ...options,
    hooks: read.hooks,
    defaultProfile: "claude-code",
    listsSession: true,
    askElicitation: elicitationAsker(driver),
  });
}

/** Questions of MCP servers go to the driver; anything but a clear answer cancels. */
const elicitationAsker =
  (driver: Driver): AskElicitation =>
  async (question, signal) => {
    const answer = await driver.ask({ subtype: "elicitation", ...question }, signal);
    return (isObject(answer) ? elicitationAnswer(answer) : undefined) ?? { action: "cancel" };
  };

/** As recorded: hooks of a driver are not called on some events. The driver hears of each once. */
function skippedEvents({ session, warn }: ControlContext): (event: string) => boolean {
  const named = new Set<string>();
  return (event) => {
    const profile = session()?.control.profile;
    if (!profile?.driverHooksSkippedOn.some((name) => name === event)) return false;
    if (!named.has(event))
      warn(
        `the driver's hooks on ${event} are not called under the profile ${profile.name}, as Claude Code does not call them; use --profile reference, or a hook in a settings file`,
      );
    named.add(event);
    return true;
  };
}
