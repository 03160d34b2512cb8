import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request as requestHttp } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { FilmBucket } from "../../src/core/film/kept-film.ts";
import { Secret } from "../../src/core/text/secret.ts";

const program = fileURLToPath(import.meta.resolve("s3rver/bin/s3rver.js"));
const LOGIN = "S3RVER";

/** Each bucket is used by one test. */
const BUCKETS = Array.from({ length: 20 }, (_, nth) => `films-${nth}`);

export interface S3Server {
  bucket(): FilmBucket;
  close(): Promise<void>;
}

/**
 * An S3 server in its own process. s3rver does not check signatures of version 4, and shows incomplete objects. A proxy in
 * front of it rejects wrong signatures and forwards only complete bodies.
 */
export async function s3Server(): Promise<S3Server> {
  const s3rver = await startS3rver();
  const gate = createServer(async (request, response) => {
    const code = faultOf(request, { keyId: LOGIN, secret: LOGIN });
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    if (code !== null) return void response.writeHead(403).end(`<Error><Code>${code}</Code></Error>`);
    const { method, url, headers } = request;
    requestHttp({ host: "127.0.0.1", port: s3rver.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end(body);
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const address = gate.address();
  const endpoint = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
  const unused = [...BUCKETS];
  return {
    bucket() {
      const name = unused.shift();
      if (name === undefined) throw new Error("no bucket is left");
      return {
        endpoint,
        name,
        region: "us-east-1",
        accessKeyId: new Secret(LOGIN),
        secretAccessKey: new Secret(LOGIN),
      };
    },
    async close() {
      gate.closeAllConnections();
      gate.close();
      await s3rver.close();
    },
  };
}

async function startS3rver() {
  const dir = mkdtempSync(join(tmpdir(), "reelay-s3-"));
  const buckets = BUCKETS.flatMap((name) => ["--configure-bucket", name]);
  const options = ["--directory", dir, "--address", "127.0.0.1", "--port", "0", ...buckets];
  const child = spawn(process.execPath, [program, ...options], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const port = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += String(part);
      const [, port] = /listening on \S+?:(\d+)/.exec(text) ?? [];
      if (port !== undefined) resolve(port);
    });
    child.once("exit", () => reject(new Error(`the S3 server has ended: ${text}`)));
  });
  return {
    port,
    async close() {
      child.kill("SIGKILL");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

type Signed = Pick<IncomingMessage, "method" | "url" | "headers">;

/**
 * Returns what is wrong with a request's signature, as S3's error code. Null: nothing. Source: Amazon S3 API reference,
 * "Authenticating Requests (AWS Signature Version 4)", read 2026-11-26.
 */
export function faultOf(
  { method, url = "", headers }: Signed,
  login: { readonly keyId: string; readonly secret: string },
): string | null {
  const [path = "", search = ""] = url.split("?", 2);
  const query = search.split("&").flatMap((each) => (each === "" ? [] : [each.split("=", 2)]));
  const inQuery = (name: string) => decodeURIComponent(query.find(([key]) => key === name)?.[1] ?? "");
  const header = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(
    headers.authorization ?? "",
  );
  const [
    ,
    credential = inQuery("X-Amz-Credential"),
    names = inQuery("X-Amz-SignedHeaders"),
    signature = inQuery("X-Amz-Signature"),
  ] = header ?? [];
  if (signature === "") return "AccessDenied";
  const [keyId, ...scope] = credential.split("/");
  if (keyId !== login.keyId) return "InvalidAccessKeyId";

  const date = String(headers["x-amz-date"] ?? inQuery("X-Amz-Date"));
  const canonical = [
    method,
    path,
    query
      .filter(([name]) => name !== "X-Amz-Signature")
      .map(([name = "", value = ""]) => `${name}=${value}`)
      .sort()
      .join("&"),
    ...names.split(";").map((name) => `${name}:${headers[name]}`),
    "",
    names,
    headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD",
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", date, scope.join("/"), createHash("sha256").update(canonical).digest("hex")].join(
    "\n",
  );
  const key = scope.reduce<string | Buffer>(
    (last, part) => createHmac("sha256", last).update(part).digest(),
    `AWS4${login.secret}`,
  );
  return createHmac("sha256", key).update(text).digest("hex") === signature ? null : "SignatureDoesNotMatch";
}
