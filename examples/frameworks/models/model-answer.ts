/** What a model answers: a text, calls of tools, or both. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
}
