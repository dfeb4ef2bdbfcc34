import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders, kindOf, permissionsIn } from "../testing.ts";

const place = folders({ "secret/key": "", "project/src/a.ts": "" });
const link = join(place.home, "linked-project");
symlinkSync(place.project, link);
symlinkSync(join(place.home, "secret"), join(place.project, "innocent"));
symlinkSync(join(place.home, "secret"), join(place.home, "alias"));
mkdirSync(join(place.project, "real"));
symlinkSync(join(place.project, "real"), join(place.project, "src/inner"));

/** What the answer is for a call of Edit with this path in default mode. */
const edit = async (permissions: unknown, path: string, project = place.project) =>
  kindOf(
    await permissionsIn({ ...place, project }, { permissions }).judge("Edit", {
      file_path: join(place.home, path),
    }),
  );

describe("M9 rules and links", () => {
  it("M9 a deny rule applies to the file by any path to it", async () => {
    const deny = [`Edit(/${place.home}/secret/**)`];
    expect(await edit({ deny }, "secret/key")).toBe("deny");
    expect(await edit({ deny }, "project/innocent/key")).toBe("deny");
    expect(await edit({ deny: ["Edit(~/alias/**)"] }, "secret/key")).toBe("deny");
    expect(await edit({ deny: ["Edit(/innocent/**)"] }, "secret/key")).toBe("deny");
    expect(await edit({ deny: ["Edit(./innocent/**)"] }, "secret/key")).toBe("deny");
    expect(await edit({ deny: ["Edit(innocent/key)"] }, "secret/key")).toBe("deny");
    expect(await edit({ deny }, "project/src/a.ts")).toBe("question");
  });

  it("M9 a deny rule on reading applies through links too", async () => {
    const { judge } = permissionsIn(place, { permissions: { deny: ["Read(~/secret/**)"] } });
    const read = async (path: string) =>
      kindOf(await judge("Read", { file_path: join(place.home, path) }));
    expect([await read("project/innocent/key"), await read("project/src/a.ts")]).toEqual([
      "deny",
      "allow",
    ]);
  });

  it("M9 an allow rule does not follow a link out of what it names", async () => {
    const allow = ["Edit(/innocent/**)", "Edit(/src/**)"];
    expect(await edit({ allow }, "project/src/a.ts")).toBe("allow");
    expect(await edit({ allow }, "project/innocent/key")).toBe("question");
    expect(await edit({ allow }, "project/src/inner/new.ts")).toBe("question");
  });

  it("M9 an allow rule for an absolute path applies where its folder is a link", async () => {
    expect(await edit({ allow: [`Edit(/${place.home}/alias/**)`] }, "alias/key")).toBe("allow");
    expect(await edit({ allow: ["Edit(~/alias/**)"] }, "alias/key")).toBe("allow");
  });

  it("M9 a project that was opened through a link is the same project", async () => {
    const allow = ["Edit(/src/**)"];
    expect(await edit({ allow }, "linked-project/src/a.ts", link)).toBe("allow");
    expect(await edit({ allow }, "project/src/a.ts", link)).toBe("allow");
    expect(await edit({ deny: allow }, "project/src/a.ts", link)).toBe("deny");
  });

  it("G1 acceptEdits does not follow a link out of the project", async () => {
    const { judge, update } = permissionsIn(place, { mode: "acceptEdits" });
    const file_path = join(place.project, "innocent/new");
    expect(kindOf(await judge("Write", { file_path }))).toBe("question");
    const directories = [join(place.home, "secret")];
    await update([{ type: "addDirectories", directories, destination: "session" }]);
    expect(kindOf(await judge("Write", { file_path }))).toBe("allow");
  });
});
