import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it.each(["README.md", "docs/hooks.md", "docs/security.md"])(
  "T10 %s says that hooks have your full rights",
  (page) => {
    const text = readFileSync(join(import.meta.dirname, "..", page), "utf8");
    expect(text).toMatch(/hooks run with your full rights/i);
  },
);
