# syntax=docker/dockerfile:1
# Three images: `shop` (the last: what a plain build gives), and `stand-ins` for the sample set of compose.yaml.
# Pin the base by digest where your registry is known: docker buildx imagetools inspect node:24.11-bookworm-slim
ARG NODE_IMAGE=node:24.11-bookworm-slim

FROM ${NODE_IMAGE} AS installed
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# Nothing runs while packages are installed; what they fetched stays in the cache of the builder.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund

FROM installed AS build
COPY . .
ARG BUILD_COMMIT=""
RUN BUILD_COMMIT=$BUILD_COMMIT npm run build && npm run -s tool -- image-files /image

# The ERP stand-in, and the loader of the sample catalogue.
FROM installed AS stand-ins
COPY . .
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
CMD ["npm", "run", "-s", "tool", "--", "erp-stand-in"]

FROM ${NODE_IMAGE} AS shop
WORKDIR /shop
# The heap is three quarters of the 512 MB that the container is meant to have. With any limit the C library gives freed
# memory back; without one it raises its own by what it has given out, and an idle shop holds 12 MB more.
ENV NODE_ENV=production PORT=3000 SESSION_DB=/data/shop.db CONFIG_DIR=/config \
    NODE_OPTIONS="--max-old-space-size=384" MALLOC_TRIM_THRESHOLD_=131072
# The built shop, and of its packages the files that it loads.
COPY --from=build /image ./
# Sessions and the cart ledger live in /data: mount it, or use Redis instead.
RUN mkdir -p /data /config && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Alive only: an ill ERP is no reason for a restart (/readyz tells).
# In a rush the shop's own port has a queue and the metrics port has none; ten seconds, for this starts a Node of its own.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["node", "-e", "const {PORT,METRICS_PORT}=process.env,at=p=>fetch('http://127.0.0.1:'+p+'/healthz');at(METRICS_PORT||PORT).catch(()=>at(PORT)).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# A page makes short-lived garbage: a larger nursery halves the time spent on it.
CMD ["node", "--max-semi-space-size=32", "dist/server.js"]
