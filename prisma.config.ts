import { defineConfig } from 'prisma/config';

/** Tells the Prisma CLI (generate, studio, migrate) where things are; the URL comes from the environment. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
