import type { FireInput } from "@snaphook/engine";
import { anthropicPrices, pricesIn } from "../model/cost/price-list.ts";
import { cacheSeconds, secondsSince } from "./prompt-cache.ts";
import type { SessionParts } from "./session-parts.ts";

/** The input of SessionStart; of a session that continues it says what continuing costs. */
export function sessionStartInput(
  { agent, state }: Pick<SessionParts, "agent" | "state">,
  source: string,
): FireInput<"SessionStart"> {
  const { model, profile } = agent;
  return {
    source,
    ...(profile.startWithoutModel.includes(source) ? {} : { model: model.id }),
    ...(source === "resume" || source === "fork" ? continued({ agent, state }) : {}),
  };
}

function continued({ agent, state: { lastResponseAt } }: Pick<SessionParts, "agent" | "state">) {
  const { model, context, conversation } = agent;
  const tokens = conversation.tokens();
  const price = pricesIn(anthropicPrices, model.id)?.cacheWrite;
  const seconds = secondsSince(lastResponseAt, context.clock);
  return {
    ...(seconds === undefined
      ? {}
      : {
          seconds_since_last_response: seconds,
          prompt_cache_likely_expired: seconds > cacheSeconds,
        }),
    context_tokens: tokens,
    ...(price === undefined ? {} : { estimated_cache_write_usd: (tokens * price) / 1_000_000 }),
  };
}
