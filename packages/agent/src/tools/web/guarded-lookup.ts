import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { Environment } from "../../environment.ts";
import { isPublicAddress } from "./is-public-address.ts";

/** Finds all addresses of a name. */
export type Lookup = (
  hostname: string,
  options: { readonly all: true },
  callback: (
    error: NodeJS.ErrnoException | null,
    addresses: { readonly address: string; readonly family: number }[],
  ) => void,
) => void;

/** Where requests may go. Default: public addresses only. */
export interface Reachable {
  readonly lookup?: Lookup;
  readonly isAllowedAddress?: (address: string) => boolean;
  /** The variables that name a proxy. Default: those of this process, which no settings change. */
  readonly env?: Environment;
}

/**
 * Name resolution that refuses names with an address that is not allowed. It checks the very address that the
 * connection uses, so a name that later resolves to another address does not get around it.
 */
export function guardedLookup({
  lookup = systemLookup,
  isAllowedAddress = isPublicAddress,
}: Reachable): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const bad = addresses.find(({ address }) => !isAllowedAddress(address));
      if (bad) return callback(notAllowed(`${bad.address}, the address of ${hostname},`), "", 0);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? "", first?.family ?? 4);
    });
}

export const notAllowed = (address: string): Error =>
  new Error(`${address} is not a public address, and private addresses are never contacted`);
