import { defineConfig } from 'drizzle-kit';

/** Reads every module's tables; `npx drizzle-kit generate` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './{engine,platform}/**/{schema,tables.server}.ts',
    './modules/*/{tables,tables/*}.server.ts',
  ],
  out: './migrations',
});
