# syntax=docker/dockerfile:1
# What runs, and nothing that runs while it is installed.
FROM node:24-bookworm-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG BUILD_COMMIT=""
RUN BUILD_COMMIT=$BUILD_COMMIT npm run build

FROM node:24-bookworm-slim
WORKDIR /shop
# The heap is three quarters of the 512 MB that the container is meant to have.
ENV NODE_ENV=production PORT=3000 SESSION_DB=/data/shop.db CONFIG_DIR=/config \
    NODE_OPTIONS="--max-old-space-size=384"
COPY --from=packages /shop/package.json ./
COPY --from=packages /shop/node_modules ./node_modules
COPY --from=build /shop/build ./build
COPY --from=build /shop/dist ./dist
# Sessions and the cart ledger live in /data: mount it, or use Redis instead.
RUN mkdir -p /data /config && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Alive only: an ill ERP is no reason for a restart (/readyz tells).
HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# A page makes short-lived garbage: a larger nursery halves the time spent on it.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "dist/server.js"]
