# The build stage has compilers; the final image has none. Both use the same base, pinned by its digest, because a tag can change.
# To see the newest one: docker buildx imagetools inspect node:24-bookworm-slim
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /reelay
COPY package.json package-lock.json ./
COPY sandbox/package.json ./sandbox/
# Without scripts, because `prepare` would build and the sources have not been copied yet.
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY sandbox ./sandbox
COPY src ./src
RUN npm run build
# The packages for Redis and for pictures are optional dependencies, so they stay. Without DECODER, this builds the small image. The other
# image adds the film decoder, for Continue, Join and smaller copies: --build-arg DECODER=@napi-rs/webcodecs@1.3.1
ARG DECODER=""
RUN npm prune --omit=dev --ignore-scripts && npm install --omit=dev --ignore-scripts --save-prod $DECODER

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
WORKDIR /reelay
# Reelay listens on all of the container's addresses. Publishing the port decides who can reach it.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json
COPY --from=build /reelay/package.json ./
COPY --from=build /reelay/node_modules ./node_modules
COPY --from=build /reelay/dist ./dist
# The sandbox (SANDBOX=on), with its videos and pictures.
COPY --from=build /reelay/sandbox/dist ./sandbox/dist
COPY --from=build /reelay/sandbox/assets ./sandbox/assets
# Created before VOLUME, because a new volume takes its owner from the folder.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Neither a shell nor npm in between, so SIGTERM reaches Reelay itself.
CMD ["node", "dist/main.js", "start"]
