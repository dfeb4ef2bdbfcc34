import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInputLine } from "./parse-input-line.ts";

const user = (content: unknown) =>
  JSON.stringify({ type: "user", message: { role: "user", content } });

describe("a line of stream-json", () => {
  it.each([
    ["", { kind: "nothing" }],
    ['{"type":"keep_alive"}', { kind: "nothing" }],
    [user("go"), { kind: "prompt", prompt: "go" }],
    [`${user("go")}\r`, { kind: "prompt", prompt: "go" }],
    [
      user([
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ]),
      { kind: "prompt", prompt: "a\nb" },
    ],
    [
      '{"type":"control_request","request_id":"1","request":{"subtype":"interrupt"}}',
      { kind: "control-request", id: "1", request: { subtype: "interrupt" } },
    ],
    [
      '{"type":"control_response","response":{"subtype":"success","request_id":"1","response":{"a":1}}}',
      { kind: "control-response", id: "1", answer: { ok: true, response: { a: 1 } } },
    ],
    [
      '{"type":"control_response","response":{"subtype":"error","request_id":"1","error":"no"}}',
      { kind: "control-response", id: "1", answer: { ok: false, error: "no" } },
    ],
  ])("%s", (line, expected) => {
    expect(parseInputLine(line)).toEqual(expected);
  });

  it.each([
    ["hello", "not JSON: hello"],
    ["[1]", "not an object: [1]"],
    ['{"type":"usr"}', '"type": "usr"'],
    ["{}", '"type": nothing'],
    ['{"type":"user"}', '"user" without a "message"'],
    [
      '{"type":"user","message":{"role":"assistant","content":"x"}}',
      'a message with the role "assistant"',
    ],
    [user(3), 'a message with the "content" 3'],
    [user([{ type: "image" }]), 'a block {"type":"image"}'],
    ['{"type":"control_request"}', 'a control_request without "request_id" or "subtype"'],
    ['{"type":"control_response"}', 'a control_response without a "request_id"'],
  ])("%s is a problem with a message", (line, found) => {
    expect(parseInputLine(line)).toMatchObject({
      kind: "problem",
      found,
      expected: expect.any(String),
    });
  });

  it("a uuid of the driver is kept, and a document that is plain text becomes text", () => {
    const source = { type: "text", media_type: "text/plain", data: "INSIDE" };
    const content = [
      { type: "text", text: "look" },
      { type: "document", title: "t", source },
    ];
    const line = JSON.stringify({ type: "user", uuid: "u1", message: { role: "user", content } });
    expect(parseInputLine(line)).toEqual({
      kind: "prompt",
      prompt: {
        text: 'look\n<document title="t">\nINSIDE\n</document>',
        media: [],
        uuid: "u1",
      },
    });
  });

  it("a message can say how it is to be used", () => {
    const message = { role: "user", content: "/compact" };
    const how = { client_composed: true, priority: "later", shouldQuery: false };
    expect(parseInputLine(JSON.stringify({ type: "user", message, ...how }))).toEqual({
      kind: "prompt",
      prompt: {
        text: "/compact",
        media: [],
        isVerbatim: true,
        waitsForTurnEnd: true,
        isAddedOnly: true,
      },
    });
  });

  it("any line results in an answer, never an exception", () => {
    const anything = fc.oneof(fc.string(), fc.json());
    fc.assert(fc.property(anything, (line) => void parseInputLine(line).kind));
  });
});

describe("images and PDFs in a prompt", () => {
  const source = { type: "base64", media_type: "image/png", data: "AAAA" };
  const line = (...content: readonly unknown[]) =>
    parseInputLine(JSON.stringify({ type: "user", message: { role: "user", content } }));

  it("are kept beside the text", () => {
    const block = { type: "image", source };
    expect(line({ type: "text", text: "what is this?" }, block)).toEqual({
      kind: "prompt",
      prompt: { text: "what is this?", media: [block] },
    });
  });

  it("an image can be an address", () => {
    const block = { type: "image", source: { type: "url", url: "https://example.com/a.png" } };
    expect(line(block)).toEqual({ kind: "prompt", prompt: { text: "", media: [block] } });
  });

  it("of another kind are a problem that names the kinds", () => {
    expect(line({ type: "image", source: { ...source, media_type: "image/bmp" } })).toMatchObject({
      kind: "problem",
      expected: expect.stringContaining("image/png, image/jpeg"),
    });
  });
});
