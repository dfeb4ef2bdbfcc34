/** Markers in every case: those of the API's default answers and of the default prompt. */
const always = [
  "ORC_PROMPT",
  "ORC_DONE",
  "ORC_SUBAGENT_DONE",
  "ORC_SUMMARY",
  "ORC_SIDE",
  "ORC_API_ERROR",
];

/** The words of the form ORC_SOMETHING in a value, each once, in order. One that is repeated without a gap is one word many times. */
function markersIn(value: unknown): readonly string[] {
  const found = JSON.stringify(value ?? "").matchAll(/ORC_(?:(?!ORC_)[A-Z0-9_])*(?<=[A-Z0-9])/g);
  return [...new Set([...found].map(([word]) => word))];
}

/** Finds the markers of one scenario. Others, such as one that a preview cut in half, are not its own. */
export function markersOf(scenario: unknown): (value: unknown) => readonly string[] {
  const own = new Set([...always, ...markersIn(scenario)]);
  return (value) => markersIn(value).filter((marker) => own.has(marker));
}
