import type { AWorld } from "./world.ts";

/** Sends JSON or a form with files unchanged, with the bot's token and without a library. */
export async function bareFetch({ discord }: AWorld, method: string, path: string, body: unknown) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${discord.token}`, ...(isForm ? {} : { "content-type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const answer: unknown = text === "" ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: answer };
}
