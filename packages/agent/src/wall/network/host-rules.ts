import { isIP } from "node:net";
import { isPublicAddress } from "../../tools/web/is-public-address.ts";

/** Which hosts commands may reach; entries as `hostEntry` returns them. */
export interface HostLists {
  readonly allowedDomains: readonly string[];
  readonly deniedDomains: readonly string[];
}

const setting = "sandbox.network.allowedDomains";

/** One spelling for every way to write a host (`EXAMPLE.org.`, `0x7f.1`); `undefined` if it is none. */
export function canonicalHost(host: string): string | undefined {
  if (isIP(host) !== 6 && !/^[^\s:/?#@\\[\]]+$/.test(host)) return undefined;
  const url = URL.parse(isIP(host) === 6 ? `http://[${host}]` : `http://${host}`);
  const name = url?.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return name !== undefined && (isIP(name) !== 0 || /^[\w-]+(?:\.[\w-]+)*$/.test(name))
    ? name
    : undefined;
}

/** An entry of a list of hosts in its canonical form: `*`, a host, or `*.` and a host; `undefined` if it is none. */
export function hostEntry(text: string): string | undefined {
  if (text === "*") return text;
  const [, wildcard = "", rest = ""] = /^(\*\.)?(.*)$/s.exec(text) ?? [];
  const host = canonicalHost(rest);
  if (host === undefined || (wildcard !== "" && isIP(host) !== 0)) return undefined;
  return `${wildcard}${host}`;
}

/** The same for a host that is denied. An address is read as its host: that denies more, never less. */
export const deniedEntry = (text: string): string | undefined =>
  hostEntry(text) ?? hostEntry(text.replace(/^\w+:\/\//, "").replace(/[:/?#].*$/s, ""));

/** `*.example.org` covers the hosts below example.org. Only an entry that is an address covers an address. */
const covers = (entry: string, host: string): boolean =>
  entry === host ||
  (isIP(host) === 0 &&
    (entry === "*" || (entry.startsWith("*.") && host.endsWith(entry.slice(1)))));

/** Why commands may not reach a host, given in its canonical form; `undefined`: they may. */
export function whyNotHost(host: string, lists: HostLists): string | undefined {
  const denied = lists.deniedDomains.find((entry) => entry === "*" || covers(entry, host));
  if (denied !== undefined) return `sandbox.network.deniedDomains contains ${denied}`;
  if (lists.allowedDomains.some((entry) => covers(entry, host))) return undefined;
  return isIP(host) === 0
    ? `${setting} does not contain it`
    : `${setting} does not contain this address`;
}

/**
 * Why commands may not reach an address to which an allowed name leads. Whoever owns a name chooses its addresses, so a
 * name alone never leads into the user's own network.
 */
export function whyNotAddress(
  address: string,
  host: string,
  { allowedDomains, deniedDomains }: HostLists,
): string | undefined {
  if (deniedDomains.includes(address)) return `sandbox.network.deniedDomains contains ${address}`;
  const isOwnName = host === "localhost" && /^(?:127\.0\.0\.1|::1)$/.test(address);
  if (isOwnName || isPublicAddress(address) || allowedDomains.includes(address)) return undefined;
  return `its address ${address} is not public, and ${setting} does not contain this address`;
}

/**
 * Why a command that names this machine may have failed: it asks the sandbox itself, so nothing is refused that the
 * proxy could report. Undefined if the line does not name it, or the settings list it.
 */
export function ownMachineNote(
  line: string,
  allowedDomains: readonly string[],
): string | undefined {
  const [host] = /\blocalhost\b|\b127(?:\.\d+){3}\b|(?<![\w:])::1(?![\w:])/.exec(line) ?? [];
  return host === undefined || allowedDomains.includes(host)
    ? undefined
    : `In the sandbox, ${host} is the sandbox itself: a server outside it cannot be reached, because ${setting} does not contain ${host}.`;
}
