import { expect, test } from "vitest";
import type { Films } from "../../src/film/films.ts";
import { world } from "./world.ts";

/** Draws each prompt's letters, and notes what it was asked for. */
function letters({ draws = true } = {}): Films & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    begin: ({ prompt, imageUrl }) => asked.push(`begin ${prompt} with ${imageUrl}`),
    of: async ({ prompt }) => {
      asked.push(`draw ${prompt}`);
      return draws ? Buffer.from(`the film of ${prompt}`) : null;
    },
    isPackageMissing: () => !draws,
    stop: () => asked.push("stop"),
  };
}

const picture = { type: "image2video", imageUrl: "http://127.0.0.1:1/frame.png" };

test("a film is drawn when it is fetched, not before, and its picture is fetched when its task begins", async () => {
  const films = letters();
  const { service, started, clock } = await world({ films });
  const ids = [await started({ prompt: "one" }), await started({ prompt: "two", ...picture })];
  clock.advance(9_000);
  expect(films.asked).toEqual(["begin two with http://127.0.0.1:1/frame.png"]);
  const [one, two] = ids.map((id) => `${service.url}/videos/${id}.mp4`);
  expect(await (await fetch(one ?? "")).text()).toBe("the film of one");
  const part = await fetch(two ?? "", { headers: { range: "bytes=4-7" } });
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 4-7/15", "film"]);
  expect(part.headers.get("content-type")).toBe("video/mp4");
  expect(films.asked.slice(1)).toEqual(["draw one", "draw two"]);
});

test("nothing is drawn of a video that is not there", async () => {
  const films = letters();
  const { service, started } = await world({ films });
  const id = await started();
  expect((await fetch(`${service.url}/videos/${id}.mp4`)).status).toBe(404);
  expect(films.asked).toEqual([]);
});

test("where no film can be drawn, the one film of that shape is served, and the service says so", async () => {
  const { service, started, clock } = await world({ films: letters({ draws: false }) });
  const plain = await world();
  const ids = [await started(), await plain.started()];
  clock.advance(9_000);
  plain.clock.advance(9_000);
  const [drawn, canned] = await Promise.all(
    [`${service.url}/videos/${ids[0]}.mp4`, `${plain.service.url}/videos/${ids[1]}.mp4`].map(async (address) =>
      Buffer.from(await (await fetch(address)).arrayBuffer()),
    ),
  );
  expect(drawn?.equals(canned ?? Buffer.alloc(0))).toBe(true);
  expect(drawn?.includes("avc1")).toBe(true);
  expect([service.lacksFilms(), plain.service.lacksFilms()]).toEqual([true, false]);
});
