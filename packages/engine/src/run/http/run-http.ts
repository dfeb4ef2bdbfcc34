import { facts, type Runner } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";

/** What is kept of an answer (P11). */
const maxBytes = 1024 * 1024;

/** H4: a POST of the input to an address. */
export const runHttp: Runner = ({ planned, stdin, signal, context }) => {
  const { handler, limitMs } = planned;
  if (handler.type !== "http") throw new Error(`not an http hook: ${handler.type}`);
  const refused = (cause: string) => Promise.resolve(facts({ how: "couldNotStart", cause }));
  if (!URL.canParse(handler.url)) return refused(`${handler.url} is not an address`);
  const url = new URL(handler.url);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refused(`${url.protocol} is not http or https`);
  const { allowedHttpUrls } = context;
  if (allowedHttpUrls && !allowedHttpUrls.some((pattern) => fits(pattern, url.href)))
    return refused(`${handler.url} is not among allowedHttpHookUrls`);
  const headers = Object.fromEntries(
    Object.entries(handler.headers ?? {}).map(([name, value]) => [
      name,
      interpolate(value, handler.allowedEnvVars ?? [], context.environment),
    ]),
  );
  return withLimit(
    async (inner) => {
      const body = stdin.trimEnd();
      const response = await context.post({ url, headers, body, signal: inner, maxBytes });
      const stdout = {
        text: response.body.toString("utf8"),
        bytes: response.bytes,
        complete: response.bytes === response.body.length,
      };
      return facts({ how: "responded", status: response.status }, { stdout });
    },
    { limitMs, signal, clock: context.clock },
  ).then((run) =>
    run.end.how === "failed" ? facts({ how: "couldNotStart", cause: run.end.cause }) : run,
  );
};

/** `*` stands for any text. */
function fits(pattern: string, url: string): boolean {
  const parts = pattern.split("*");
  const [first = "", ...rest] = parts;
  if (!url.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const found = isLast ? url.length - part.length : url.indexOf(part, at);
    if (found < at || !url.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return at === url.length || parts.at(-1) === "";
}

/** H4: `$VAR` and `${VAR}`, for the variables the hook lists; others become empty. */
const interpolate = (
  value: string,
  allowed: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string =>
  value.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    return allowed.includes(name) ? (environment[name] ?? "") : "";
  });
