import { createPublicKey, verify } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { listen, reply } from "../../src/http.ts";
import { bareFetch } from "./bare-fetch.ts";
import { aWorld } from "./world.ts";

/** A bot that receives interactions by HTTP and, if `isCareful`, checks signatures. */
async function anAddress(publicKey: string, isCareful: boolean) {
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const server = await listen(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const signed = Buffer.concat([Buffer.from(String(request.headers["x-signature-timestamp"])), ...parts]);
    const signature = Buffer.from(String(request.headers["x-signature-ed25519"]), "hex");
    if (isCareful && !verify(null, signed, key, signature)) return reply(response, 401, {});
    reply(response, 200, { type: 1 });
  });
  onTestFinished(() => server.close());
  return server.origin;
}

test("Discord saves an interactions endpoint URL only if the endpoint answers a PING and refuses a request with a forged signature", async () => {
  const world = await aWorld();
  const { discord } = world;
  const save = async (interactions_endpoint_url: string | null) =>
    bareFetch(world, "PATCH", "/applications/@me", { interactions_endpoint_url });
  const careful = await anAddress(discord.publicKey, true);
  expect(await save(careful)).toMatchObject({ status: 200, body: { interactions_endpoint_url: careful } });
  const refused = await save(await anAddress(discord.publicKey, false));
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID");
  expect(await save(null)).toMatchObject({ status: 200, body: { interactions_endpoint_url: null } });
});
