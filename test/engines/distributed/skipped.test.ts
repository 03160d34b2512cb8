import { test } from "vitest";
import { hasRedis } from "./redis-server.ts";

test.skip(
  hasRedis
    ? "the tests over a real Redis are run by npm run test:redis"
    : "there is no redis-server here: the tests over a real Redis were skipped, npm run test:redis would run them",
);
