# The API alone: no compiler, no embedded database or portal, no development package, no setting and no secret.
# The same image runs the migrations: `node dist/src/migrate.js`.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY .swcrc tsconfig.json ./
COPY src ./src
COPY migrations ./migrations
COPY dev ./dev
COPY web ./web
# The reference page has it.
COPY CHANGELOG.md ./
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# No package of production needs a script at its installation, and a test keeps it so.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist/src ./dist/src
COPY --from=build /app/dist/migrations ./dist/migrations
COPY --from=build /app/dist/web ./dist/web
COPY package.json ./
# Compiled once here instead of at each start: the start takes a fifth less.
ENV NODE_COMPILE_CACHE=/app/compile-cache
RUN node -e "require('./dist/src/serve.js')"
# Everything above belongs to root: the process can read its program and not change it.
USER node
EXPOSE 3000
# Ready means that the database answers and has every migration. fetch, because the image has no curl.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The exec form makes node process 1, so that it gets the signals: main finishes open requests and then ends.
# By its own limit of 32 MB for new objects, Node 24 would keep 100 MB more.
CMD ["node", "--max-semi-space-size=16", "dist/src/main.js"]
