/**
 * As much of `Headers` as the provider packages use, with names in lower case. In the built command
 * they use it instead of Node's own, which loads all of Node's `fetch`.
 */
export class HeaderMap extends Map<string, string> {
  constructor(headers: Readonly<Record<string, string>> = {}) {
    super(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }
}
