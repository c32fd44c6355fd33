# `docker build .` makes the server with the site, for any host that runs one container (docs/deploy.md): a DATABASE_URL is all it needs. It is in the
# top folder because many hosts look for it there; what it copies is in deploy/.
# docker-compose.yml takes the other targets as well. Renovate adds digests to the base images, and keeps them (renovate.json).
ARG NODE_IMAGE=node:24-bookworm-slim
ARG CADDY_IMAGE=caddy:2

# What is built is plain JavaScript and text, the same for every processor: so it is built on the builder's own, never emulated.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /portfolio
# The lockfile first: packages are installed again only when it changes.
COPY .npmrc package.json package-lock.json ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY server/package.json server/
RUN npm ci --omit=dev
COPY . .

FROM build AS build-server
RUN node deploy/build-server.mjs /image

FROM build AS build-client
ARG MESSAGE_RETENTION_DAYS
ARG SITE_URL
ARG VITE_API_URL
ARG VITE_EMAILJS_SERVICE_ID
ARG VITE_EMAILJS_TEMPLATE_ID
ARG VITE_EMAILJS_PUBLIC_KEY
ARG VITE_EMAILJS_ORIGIN
RUN node --import tsx client/build/build.ts
# Express and Caddy have the site at their root (docs/deploy.md).
RUN ! grep '"base": "/' client/dist/security-headers.json || { echo "SITE_URL has a path: leave it out for an image" >&2; exit 1; }
# For Caddy: without what is meant for other hosts, or for Express.
RUN cp -r client/dist /site \
  && cd /site && rm _headers _redirects headers.caddy security-headers.json* mensagem-recusada.html*

# Caddy, with the site.
FROM ${CADDY_IMAGE} AS client
# Certificates; a volume put here takes over the owner.
ENV XDG_DATA_HOME=/var/lib/caddy XDG_CONFIG_HOME=/tmp
RUN mkdir -p /var/lib/caddy && chown 1000:1000 /var/lib/caddy
COPY deploy/Caddyfile /etc/caddy/Caddyfile
COPY --from=build-client /portfolio/client/dist/headers.caddy /etc/caddy/headers.caddy
COPY --from=build-client /site /srv
USER 1000:1000
RUN SITE_ADDRESS=http:// caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile
EXPOSE 8080 8443
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

# Prisma Studio, for the owner's own machine: it needs the Prisma CLI, and so has all packages.
FROM build AS studio
COPY --chmod=755 deploy/with-database-url.sh /usr/local/bin/with-database-url
# The CLI wants the native schema engine to be there and would download it, but Studio never calls it: any program will do.
ENV PRISMA_SCHEMA_ENGINE_BINARY=/usr/local/bin/node CHECKPOINT_DISABLE=1 PRISMA_HIDE_UPDATE_MESSAGE=1 HOME=/tmp
USER 1000:1000
EXPOSE 5556
ENTRYPOINT ["with-database-url"]
CMD ["node", "deploy/open-studio.mjs"]

# Express, with its packages bundled in: there is no node_modules.
FROM ${NODE_IMAGE} AS server
ENV NODE_ENV=production PORT=3000
WORKDIR /portfolio
COPY --from=build-server /image ./
# The site as well: refusals of the form without JavaScript are pages of it, and so are the headers of every answer.
COPY --from=build-client /portfolio/client/dist client/dist
COPY --chmod=755 deploy/with-database-url.sh /usr/local/bin/with-database-url
COPY --chmod=755 deploy/messages.sh /usr/local/bin/messages
USER 1000:1000
EXPOSE 3000
ENTRYPOINT ["with-database-url"]
CMD ["node", "server/dist/index.js"]
