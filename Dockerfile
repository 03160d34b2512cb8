# What is built needs compilers; what runs has none of them. Both are on the very same base, by its digest: what a tag names
# may change. `docker buildx imagetools inspect node:24-bookworm-slim` says the newest one's.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /reelay
COPY package.json package-lock.json ./
COPY sandbox/package.json ./sandbox/
RUN npm ci
COPY tsconfig.json ./
COPY sandbox ./sandbox
COPY src ./src
# The packages for Redis and for pictures are optional ones, and stay. `--build-arg DECODER=@napi-rs/webcodecs@1.3.1` adds what Continue needs.
ARG DECODER=""
RUN npm run build && npm prune --omit=dev && npm install --omit=dev --save-prod $DECODER

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
WORKDIR /reelay
# HOST is the container's own: who reaches it from outside is said where its port is published.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json
COPY --from=build /reelay/package.json ./
COPY --from=build /reelay/node_modules ./node_modules
COPY --from=build /reelay/dist ./dist
# The sandbox (SANDBOX=on), and what it shows as videos and pictures.
COPY --from=build /reelay/sandbox/dist ./sandbox/dist
COPY --from=build /reelay/sandbox/assets ./sandbox/assets
# Made before the volume, which takes its owner over.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm between: SIGTERM reaches the bot itself.
CMD ["node", "dist/main.js", "start"]
