import type { WaysToRun } from "@snaphook/protocol";
import type { PlannedRun } from "../../stages/run-plan.ts";
import { variablePattern, variablesIn } from "../../text/header-variables.ts";
import { outputLimits } from "../../text/output-limits.ts";
import { facts, type RunContext, type RunHandler } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";
import { isAllowedUrl } from "./allowed-url.ts";

/** H4: a POST of the input to an address. */
export const runHttp: RunHandler<"http"> = async (request, target) => {
  const { planned, stdin, signal, context } = request;
  const { limitMs } = planned;
  const problem = problemWith(target.url, context);
  if (problem !== undefined) return facts({ how: "couldNotStart", cause: problem });
  const url = new URL(target.url);
  const { headers, notes } = headersOf(target, planned, context);
  const run = await withLimit(
    async (inner) => {
      const body = stdin.trimEnd();
      const response = await context.post({
        url,
        headers,
        body,
        signal: inner,
        maxBytes: outputLimits.memory,
      });
      const stdout = {
        text: response.body.toString("utf8"),
        bytes: response.bytes,
        complete: response.bytes === response.body.length,
      };
      return facts({ how: "responded", status: response.status }, { stdout });
    },
    { limitMs, signal, clock: context.clock },
  );
  const { end } = run;
  return {
    ...run,
    end: end.how === "failed" ? { how: "couldNotStart", cause: end.cause } : end,
    notes,
  };
};

/** Why a URL must not be called, if so. */
function problemWith(address: string, { allowedHttpUrls }: RunContext): string | undefined {
  if (!URL.canParse(address)) return `${address} is not a valid URL`;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return `${address} is not an http or https URL`;
  if (!allowedHttpUrls.every((list) => isAllowedUrl(list, url)))
    return `${address} is not in allowedHttpHookUrls`;
  return undefined;
}

/** P7: as with processes, only user and managed hooks get the host's credentials. */
function headersOf(
  { headers = {}, allowedEnvVars = [] }: WaysToRun["http"],
  { hook }: PlannedRun,
  context: RunContext,
) {
  const { scope } = hook.origin;
  const variables = { ...context.environment, ...context.settingsFor(scope) };
  const withheld =
    scope === "user" || scope === "managed"
      ? []
      : context.credentialVariables.filter(
          (name) => allowedEnvVars.includes(name) && variables[name] !== undefined,
        );
  const allowed = allowedEnvVars.filter((name) => !withheld.includes(name));
  return {
    headers: fillHeaders(headers, allowed, variables),
    notes: [
      ...withheld.map(
        (name) => `${name} was withheld; to pass it on, list it in hookEnv in your user settings`,
      ),
      ...emptyVariables(headers, allowedEnvVars, variables),
    ],
  };
}

type Variables = Readonly<Record<string, string | undefined>>;

/** H4: the variables of headers that become empty, and why. */
const emptyVariables = (
  headers: Readonly<Record<string, string>>,
  allowed: readonly string[],
  variables: Variables,
): readonly string[] =>
  [...new Set(Object.values(headers).flatMap(variablesIn))].flatMap((name) => {
    if (!allowed.includes(name))
      return [`${name} in a header is empty: it is not in allowedEnvVars`];
    return variables[name] === undefined ? [`${name} in a header is empty: it is not set`] : [];
  });

/** H4: `$VAR` and `${VAR}` in values, for the variables the hook lists; others become empty. */
const fillHeaders = (
  headers: Readonly<Record<string, string>>,
  allowed: readonly string[],
  variables: Variables,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, fill(value, allowed, variables)]),
  );

const fill = (value: string, allowed: readonly string[], variables: Variables): string =>
  value.replaceAll(variablePattern, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    return allowed.includes(name) ? (variables[name] ?? "") : "";
  });
