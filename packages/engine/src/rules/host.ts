/** The host, `*` or `*.host` in a pattern; undefined if the pattern is not valid. */
export function hostOfPattern(pattern: string): string | undefined {
  const host = /^domain:(.+)$/.exec(pattern.trim())?.[1]?.trim();
  if (host === undefined || host === "*") return host;
  const below = host.startsWith("*.") ? "*." : "";
  const name = host.slice(below.length);
  if (/[*/\\?#@\s]/.test(name)) return undefined;
  const read = hostOfUrl(`https://${name}`);
  return read === undefined ? undefined : below + read;
}

/** Whether a host is one that a pattern names. */
export function namesHost(named: string | undefined, host: string): boolean {
  if (named === undefined) return false;
  if (named === "*") return true;
  return named.startsWith("*.") ? host.endsWith(named.slice(1)) : host === named;
}

/** The host of a URL in the one spelling that all comparisons use. */
export function hostOfUrl(url: string): string | undefined {
  const host = URL.parse(url)?.hostname.replace(/\.$/, "");
  return host === undefined || host === "" ? undefined : host;
}
