import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { SandboxClock } from "../clock.ts";

const PING = 1;

export interface EndpointAnswer {
  readonly status: number;
  readonly body: unknown;
}

export function openInteractionsEndpoint(clock: SandboxClock, saved: (url: string) => void = () => {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const x = publicKey.export({ format: "jwk" }).x ?? "";
  let address: string | null = null;
  let sentLast = "";

  function signed(body: string, aheadSeconds = 0): Readonly<Record<string, string>> {
    const time = String(Math.floor(clock.now() / 1_000) + aheadSeconds);
    return {
      "content-type": "application/json",
      "x-signature-timestamp": time,
      "x-signature-ed25519": sign(null, Buffer.from(time + body), privateKey).toString("hex"),
    };
  }

  async function post(url: string, body: string, signature = signed(body)): Promise<EndpointAnswer> {
    const headers = { ...signature, "user-agent": "Discord-Interactions/1.0" };
    const response = await fetch(url, { method: "POST", headers, body });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }

  return {
    publicKey: Buffer.from(x, "base64url").toString("hex"),
    signed,
    address: () => address,
    /** The address must answer a PING and refuse a bad signature. Null: use the gateway. */
    async save(url: string | null, applicationId: string): Promise<boolean> {
      if (url === null) {
        address = null;
        return true;
      }
      const ping = JSON.stringify({
        application_id: applicationId,
        id: "1",
        token: randomUUID(),
        type: PING,
        version: 1,
      });
      const forged = await post(url, ping, signed(`${ping} `)).catch(() => null);
      const answer = await post(url, ping).catch(() => null);
      if (forged?.status !== 401 || answer?.status !== 200 || Object(answer.body).type !== PING) return false;
      address = url;
      saved(url);
      return true;
    },
    async send(payload: unknown): Promise<EndpointAnswer | null> {
      if (address === null) return null;
      sentLast = JSON.stringify(payload);
      return post(address, sentLast).catch(() => null);
    },
    async redeliver(): Promise<EndpointAnswer | null> {
      return address === null ? null : post(address, sentLast, signed(sentLast, 1));
    },
  };
}
