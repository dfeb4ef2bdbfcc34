import type * as proxy from "./proxy.ts";

/** Network modules are loaded on first use, not when the host starts. */
export const proxied: typeof proxy.proxied = async (url, options) =>
  (await import("./proxy.ts")).proxied(url, options);

export const tunnelTo: typeof proxy.tunnelTo = async (url, options) =>
  (await import("./proxy.ts")).tunnelTo(url, options);
