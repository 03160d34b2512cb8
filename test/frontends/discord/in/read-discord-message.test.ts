import { describe, expect, it, test } from "vitest";
import type { FoundPicture } from "../../../../src/core/request/video-request.ts";
import { actOf, base, read } from "../interactions.ts";

const onMessage = (message: object, more: object = {}) => ({
  ...base,
  type: 2,
  data: { id: "1", name: "Animate this", type: 3, target_id: "9", resolved: { messages: { "9": message } }, ...more },
});

const file = (name: string, more: object = {}) => ({
  id: "7",
  filename: name,
  size: 12,
  url: `https://cdn.example/attachments/4/7/${name}?ex=1`,
  proxy_url: `https://media.example/attachments/4/7/${name}?ex=1`,
  content_type: "image/png",
  width: 640,
  height: 480,
  ...more,
});
const picture = (host: string, more: object = {}) => ({
  url: `https://${host}/a.png`,
  proxy_url: `https://proxy.example/${host}/a.png`,
  width: 30,
  height: 40,
  ...more,
});

function animated(message: object) {
  const act = actOf(onMessage(message));
  if (act.kind !== "animate") throw new Error(`the act is ${act.kind}`);
  return act;
}
const names = (pictures: readonly FoundPicture[]) => pictures.map(({ name }) => name);

describe("the “Animate this” command on a Discord message", () => {
  it("finds an attached picture with the picture's name, size and dimensions", () => {
    const url = "https://cdn.example/attachments/4/7/cat.png?ex=1";
    const cat = { url, sizeBytes: 12 };
    expect(animated({ attachments: [file("cat.png")] })).toEqual({
      kind: "animate",
      pictures: [{ source: "attachment", name: "cat.png", width: 640, height: 480, file: cat }],
      others: [],
    });
  });

  it("lists all attached pictures by their displayed names, including spoilers", () => {
    // Formats that the service does not accept are checked elsewhere.
    const svg = file("c.svg", { title: "Ein Kätzchen", content_type: "image/svg+xml" });
    const attachments = [file("a.png"), file("SPOILER_b.png"), svg];
    expect(names(animated({ attachments }).pictures)).toEqual(["a.png", "b.png", "Ein Kätzchen"]);
  });

  it("finds images and thumbnails in embeds, and prefers Discord's proxy URLs", () => {
    const thumbnail = picture("dogs.example", { proxy_url: undefined, width: 0 });
    const { pictures } = animated({
      embeds: [
        { type: "rich", title: "Cat", image: picture("cats.example") },
        { type: "image", url: thumbnail.url, thumbnail },
      ],
    });
    const dog = { name: "picture from dogs.example", url: "https://dogs.example/a.png", width: 0 };
    expect(pictures).toEqual([
      { source: "address", name: "Cat", url: "https://proxy.example/cats.example/a.png", width: 30, height: 40 },
      { source: "address", ...dog, height: 40 },
    ]);
  });

  it("finds pictures in nested components", () => {
    const gallery = { type: 12, items: [{ media: picture("one.example") }, { media: picture("two.example") }] };
    const section = { type: 9, components: [], accessory: { type: 11, media: picture("three.example") } };
    const { pictures } = animated({ components: [{ type: 17, components: [gallery, section] }] });
    expect(names(pictures)).toEqual(["one", "two", "three"].map((host) => `picture from ${host}.example`));
  });

  it("finds pictures in a forwarded message", () => {
    const snapshot = { message: { attachments: [file("far.png")], embeds: [{ image: picture("far.example") }] } };
    expect(names(animated({ attachments: [], message_snapshots: [snapshot] }).pictures)).toEqual([
      "far.png",
      "picture from far.example",
    ]);
  });

  it("lists an attached picture only once if an embed and a component also show the picture", () => {
    const shown = { ...picture("x"), url: file("cat.png").url, proxy_url: file("cat.png").proxy_url };
    const message = { attachments: [file("cat.png")], embeds: [{ image: shown }], components: [{ media: shown }] };
    expect(names(animated(message).pictures)).toEqual(["cat.png"]);
  });

  test.for([
    ["a sticker", { sticker_items: [{ id: "1", name: "Wave", format_type: 3 }] }, ["sticker"]],
    ["a video", { attachments: [file("a.mp4", { content_type: "video/mp4" })] }, ["video"]],
    ["the thumbnail of a video", { embeds: [{ type: "video", thumbnail: picture("films.example") }] }, ["video"]],
    ["a GIF that is a video", { embeds: [{ type: "gifv", thumbnail: picture("gifs.example") }] }, ["video"]],
    [
      "a video in a gallery",
      { components: [{ items: [{ media: picture("a", { content_type: "video/mp4" }) }] }] },
      ["video"],
    ],
    ["a document", { attachments: [file("a.pdf", { content_type: "application/pdf" })] }, []],
  ] as const)("finds no picture in %s", ([, message, others]) => {
    expect(animated(message)).toEqual({ kind: "animate", pictures: [], others });
  });

  it.for([
    ["with a nonstandard MIME type", file("a.jpg", { content_type: "image/jpg" })],
    ["with a MIME type that is not a string", file("a.png", { content_type: 7, width: "wide" })],
    ["without a MIME type", file("a.apng", { content_type: undefined, width: undefined })],
    ["with only a URL and a size", { url: "https://cdn.example/a", size: 12 }],
  ] as const)("accepts an attached file %s as a possible picture", ([, one]) => {
    expect(animated({ attachments: [one] }).pictures).toMatchObject([{ file: { url: one.url, sizeBytes: 12 } }]);
  });

  it("finds a valid attachment in a message whose other parts are malformed", () => {
    const message = { attachments: [{ filename: 7 }, file("cat.png")], embeds: "none", components: [null, 7] };
    expect(names(animated(message).pictures)).toEqual(["cat.png"]);
  });

  it("is reported as malformed if the payload does not contain the message", () => {
    const broken = { kind: "broken", what: "data.resolved of a message command" };
    expect(read(onMessage({}, { target_id: "8" }))).toMatchObject(broken);
  });

  it("is read as an unknown command if the name or the type is wrong", () => {
    expect(actOf(onMessage({}, { name: "Remix this" }))).toEqual({ kind: "unknown", what: "command Remix this" });
    expect(actOf(onMessage({}, { type: 1 }))).toEqual({ kind: "unknown", what: "command Animate this" });
  });
});
