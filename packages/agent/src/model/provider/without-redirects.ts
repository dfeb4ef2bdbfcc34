/** Credentials and conversations go only to the address that the user configured. */
export const withoutRedirects =
  (send: typeof fetch): typeof fetch =>
  (input, init) =>
    send(input, { ...init, redirect: "manual" });
