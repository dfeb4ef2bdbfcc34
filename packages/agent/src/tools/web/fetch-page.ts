import type { Page } from "./get-page.ts";
import type { Reachable } from "./guarded-lookup.ts";

const maxBytes = 10 * 1024 * 1024;
const limitMs = 30_000;
const maxRedirects = 5;

type Fetched =
  | { readonly kind: "page"; readonly url: string; readonly page: Page }
  /** The server redirects to another host; the model decides whether to fetch that. */
  | { readonly kind: "elsewhere"; readonly from: string; readonly to: string; readonly page: Page };

/** Fetches a page and follows redirects within its host. */
export async function fetchPage(
  address: string,
  signal: AbortSignal,
  reachable: Reachable,
): Promise<Fetched> {
  const bounds = { maxBytes, signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) };
  // Network modules are loaded on first use, not when the agent starts.
  const { getPage } = await import("./get-page.ts");
  let url = secured(new URL(address));
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const page = await getPage(url, bounds, reachable);
    if (page.location === undefined || !isRedirect(page.status))
      return { kind: "page", url: url.href, page };
    const next = new URL(page.location, url);
    if (urlProblem(next.href) !== undefined || !isSameHost(url, next))
      return { kind: "elsewhere", from: url.href, to: next.href, page };
    url = secured(next);
  }
  throw new Error(`it redirects more than ${maxRedirects} times`);
}

/** Why an address cannot be fetched; undefined if it can be tried. */
export function urlProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return `${address} is not a web address such as https://example.com/`;
  const { protocol, username, password } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:")
    return `${protocol} addresses cannot be fetched; use https or http`;
  if (username !== "" || password !== "")
    return "an address with a user name or password cannot be fetched";
  return undefined;
}

/** Uses https for an address without an explicit port. */
function secured(url: URL): URL {
  if (url.protocol !== "http:" || url.port !== "") return url;
  const safe = new URL(url);
  safe.protocol = "https:";
  return safe;
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const isSameHost = (one: URL, other: URL): boolean => bare(one) === bare(other);
const bare = ({ hostname }: URL): string => hostname.replace(/^www\./, "");
