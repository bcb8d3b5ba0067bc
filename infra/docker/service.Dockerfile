# An image of one service, or of another workspace with a server. Build in the root of the clone:
#   docker build -f infra/docker/service.Dockerfile --build-arg FOLDER=services/news --build-arg SCRIPT=services/news/src/server.ts -t vidhi/news .
# BASE is any Debian with Node 24 and npm; by default the first stage, whose image is named literally, because
# dependency updates do not read arguments.
ARG BASE=debian-with-node

FROM node:24-bookworm-slim AS debian-with-node

FROM ${BASE} AS manifests
WORKDIR /app
COPY . /tree
# Copies only the files that determine the dependencies, so that editing a source leaves their layer valid.
RUN ["/bin/sh", "-c", "cd /tree && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents {} /app \\; && cp package-lock.json .npmrc /app"]

FROM ${BASE} AS dependencies
ARG FOLDER
# Folders whose dependencies are installed, FOLDER by default.
ARG WORKSPACES=${FOLDER}
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev $(printf -- '--workspace=%s ' ${WORKSPACES})

FROM ${BASE} AS service-base
ARG FOLDER
WORKDIR /app
# Two malloc arenas, and large blocks returned to the system at once, as infra/local sets them.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/.compile-cache \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    PORT=8080
# Volumes that are mounted here take over the owner.
RUN ["install", "-d", "-o", "10001", "-g", "10001", "-m", "0700", "/data", "/secrets", "/backups"]
COPY --from=dependencies /app ./
COPY tsconfig.base.json LICENSE ./
COPY infra/docker/is-ready.sh infra/docker/create-secrets.mjs infra/docker/print-addresses.mjs infra/docker/
COPY packages packages
COPY ${FOLDER} ${FOLDER}

# The commands of tools.mjs. Built with FOLDER=tools/import, --target tools, and as WORKSPACES every folder of a command.
FROM service-base AS tools
COPY infra/docker infra/docker
COPY infra/local infra/local
COPY services services
COPY tools tools
COPY demo demo
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
VOLUME ["/data"]
ENTRYPOINT ["node", "infra/docker/tools.mjs"]

FROM service-base AS service
ARG SCRIPT
# Node's options of the process: the compile cache of other ones is not read.
ARG NODE_ARGS="--disable-warning=ExperimentalWarning --max-semi-space-size=8 --heap-growing-percent=25"
RUN ln -s "${SCRIPT}" server.ts && install -d -o 10001 -g 10001 .compile-cache
# A number, so that Kubernetes can see that it is not root. Before the compile cache is written: each user has its own.
USER 10001:10001
# Without settings a service loads all modules and ends: they are compiled here and not at each start.
RUN node ${NODE_ARGS} server.ts > /dev/null 2>&1 || test -n "$(ls .compile-cache)"
EXPOSE 8080
VOLUME ["/data"]
HEALTHCHECK --interval=5s --timeout=4s --start-period=180s --retries=3 CMD ["/bin/bash", "infra/docker/is-ready.sh"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--heap-growing-percent=25", "server.ts"]
