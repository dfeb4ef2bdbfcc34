import { bash } from "./bash.ts";
import { edit } from "./edit.ts";
import { read } from "./read.ts";
import type { Tool } from "./tool.ts";
import { write } from "./write.ts";
export const builtInTools: readonly Tool[] = [bash, read, write, edit];
