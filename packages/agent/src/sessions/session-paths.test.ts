import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folderName, projectSessions } from "./session-paths.ts";
import { newFolder } from "./testing.ts";

describe("the place of sessions", () => {
  it("G9 is below the product's home folder, the same for every path to a directory", () => {
    const folder = newFolder();
    mkdirSync(join(folder, "project"));
    symlinkSync(join(folder, "project"), join(folder, "link"));
    const place = projectSessions({ home: "/user", cwd: join(folder, "project") });
    expect(place.startsWith(join("/user", brand.homeFolder, "projects", "/"))).toBe(true);
    expect(projectSessions({ home: "/user", cwd: join(folder, "link") })).toBe(place);
    expect(projectSessions({ home: "/user", cwd: join(folder, "absent") })).toContain("absent");
  });

  it("G9 different directories never share a folder, whose name is plain and short", () => {
    expect(folderName("/a/b")).not.toBe(folderName("/a-b"));
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        const name = folderName(one);
        expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,120}$/);
        expect(name === folderName(two)).toBe(one === two);
      }),
    );
  });
});
