/**
 * H4: whether a URL matches one of `allowedHttpHookUrls`. `*` matches any text; in
 * the host it stops at the path, so that a URL cannot have the allowed host in its
 * query. Compares where the request goes: no user name, fragment or default port.
 */
export function isAllowedUrl(patterns: readonly string[], url: URL): boolean {
  const origin = `${url.protocol}//${url.host}`;
  const path = `${url.pathname}${url.search}`;
  return patterns.some((pattern) => {
    if (pattern === "*") return true;
    const [, scheme = "*", host = "", rest = host.endsWith("*") ? "/*" : "/"] =
      /^(?:([^/]*):\/\/|(?=\*))([^/]*)(\/.*)?$/.exec(pattern) ?? [];
    const start = `${scheme}://${withoutPort(scheme, host)}`.toLowerCase();
    return host !== "" && fits(start, origin) && fits(rest, path);
  });
}

const defaultPorts: Readonly<Record<string, string>> = { http: ":80", https: ":443" };

function withoutPort(scheme: string, host: string): string {
  const port = defaultPorts[scheme.toLowerCase()];
  return port !== undefined && host.endsWith(port) ? host.slice(0, -port.length) : host;
}

/** Whether a text is a pattern with every `*` replaced by something. */
function fits(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
