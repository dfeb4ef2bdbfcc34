/** Credentials and conversations go to the address the user gave and to no other. */
export const withoutRedirects =
  (send: typeof fetch): typeof fetch =>
  (input, init) =>
    send(input, { ...init, redirect: "manual" });
