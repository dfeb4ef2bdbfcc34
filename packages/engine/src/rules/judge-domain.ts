import { hostOfPattern, hostOfUrl, namesHost } from "./host.ts";
import type { Rule } from "./rule.ts";
import { type Judgement, type Need, quote, type ToolCall, textField } from "./tool-call.ts";

/**
 * Whether one of the rules names the host of the call's URL. `domain:host` is that host alone;
 * `domain:*.host` every host below it, but not itself; `domain:*` every host.
 */
export function judgeDomain(rules: readonly Rule[], call: ToolCall, need: Need): Judgement {
  const url = textField(call, "url");
  const host = url === undefined ? undefined : hostOfUrl(url);
  if (host === undefined) return { holds: need === "any", because: "the URL cannot be read" };
  const rule = rules.find(({ pattern = "" }) => namesHost(hostOfPattern(pattern), host));
  return rule === undefined
    ? { holds: false, because: `no rule names host ${quote(host)}` }
    : { holds: true, because: `host ${quote(host)} matches ${rule.text}` };
}
