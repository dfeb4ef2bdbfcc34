import type { Usage } from "./model.ts";

/** No request was made, or its usage is not known. */
export const noUsage: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};
