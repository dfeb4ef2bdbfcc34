import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Mounts, planMounts } from "./plan-mounts.ts";

const nothing: Mounts = {
  readOnly: [],
  writable: [],
  hiddenFolders: [],
  hiddenFiles: [],
  limitsWrites: false,
};

/** The mounts in their order: option and path. */
function mountsOf(args: readonly string[]): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  for (let at = 0; at < args.length; ) {
    const option = args[at] ?? "";
    const size = option === "--tmpfs" ? 2 : 3;
    found.push([option, args[at + size - 1] ?? ""]);
    at += size;
  }
  return found;
}

/** Whether a path can be changed after these mounts: the last one above it decides. */
const isWritable = (args: readonly string[], path: string): boolean =>
  mountsOf(args)
    .filter(([, at]) => at === path || path.startsWith(`${at}/`))
    .at(-1)?.[0] !== "--ro-bind";

const path = fc
  .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 5 })
  .map((names) => `/${names.join("/")}`);

describe("mounts of a sandbox", () => {
  it("T5 every folder above a protected file is a mount point, the outermost first", () => {
    expect(planMounts({ ...nothing, readOnly: ["/h/p/s/x.sh"] }).join(" ")).toBe(
      "--bind /h /h --bind /h/p /h/p --bind /h/p/s /h/p/s --ro-bind /h/p/s/x.sh /h/p/s/x.sh",
    );
  });

  it("T5 property: a protected path is read-only, unless a writable folder inside it was asked for", () => {
    fc.assert(
      fc.property(fc.array(path, { minLength: 1 }), fc.array(path), (readOnly, writable) => {
        const args = planMounts({ ...nothing, readOnly, writable });
        for (const one of readOnly) expect(isWritable(args, one)).toBe(false);
        const depths = mountsOf(args).map(([, at]) => at.split("/").length);
        expect(depths).toEqual([...depths].sort((a, b) => a - b));
      }),
    );
  });

  it("T5 property: where writes are limited, nothing outside the writable folders is mounted writable", () => {
    fc.assert(
      fc.property(fc.array(path), fc.array(path), (readOnly, writable) => {
        const args = planMounts({ ...nothing, readOnly, writable, limitsWrites: true });
        for (const [option, at] of mountsOf(args))
          if (option === "--bind")
            expect(writable.some((one) => at === one || at.startsWith(`${one}/`))).toBe(true);
      }),
    );
  });
});
