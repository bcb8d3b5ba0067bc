# The image of the React app and its renderer. Build in the root of the clone:
#   docker build -f infra/docker/web.Dockerfile -t vidhi/web .
# BASE is any Debian with Node 24 and npm; by default the first stage, whose image is named literally, because
# dependency updates do not read arguments.
ARG BASE=debian-with-node

FROM node:24-bookworm-slim AS debian-with-node

FROM ${BASE} AS manifests
WORKDIR /app
COPY . /tree
# Copies only the files that determine the dependencies, so that editing a source leaves their layer valid.
RUN ["/bin/sh", "-c", "cd /tree && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents {} /app \\; && cp package-lock.json .npmrc /app"]

FROM ${BASE} AS build
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm npm ci --workspace=web
COPY tsconfig.base.json ./
COPY packages packages
COPY web web
RUN ["node", "web/scripts/build.mjs"]

FROM ${BASE} AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspace=web

FROM ${BASE} AS web
WORKDIR /app
# Two malloc arenas, and large blocks returned to the system at once, as infra/local sets them.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/.compile-cache \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    PORT=8080
COPY --from=dependencies /app ./
COPY tsconfig.base.json LICENSE ./
COPY infra/docker/is-ready.sh infra/docker/
COPY packages packages
COPY web web
COPY --from=build /app/web/dist web/dist
RUN ["install", "-d", "-o", "10001", "-g", "10001", ".compile-cache"]
# A number, so that Kubernetes can see that it is not root. Before the compile cache is written: each user has its own.
USER 10001:10001
# Without settings a service loads all modules and ends: they are compiled here and not at each start.
RUN node --disable-warning=ExperimentalWarning --max-semi-space-size=8 --heap-growing-percent=25 web/server/server.ts > /dev/null 2>&1 || test -n "$(ls .compile-cache)"
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=4s --start-period=180s --retries=3 CMD ["/bin/bash", "infra/docker/is-ready.sh"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--heap-growing-percent=25", "web/server/server.ts"]
