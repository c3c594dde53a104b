/**
 * Asks Vite, with a cache that is empty, for every module that a browser loads in development, and prints as JSON how many
 * there are and which packages among them it is not told to bundle beforehand, or to leave alone. Argument: the cache's
 * folder.
 */
import { createServer } from 'vite';

const server = await createServer({
  cacheDir: process.argv[2],
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
});
const { client } = server.environments;
const known = client.config.optimizeDeps.include ?? [];

/** @type {Set<string>} */
const asked = new Set();
/** @param {string} url */
async function ask(url) {
  if (asked.has(url) || /node_modules|^\/@vite\/|^\/@id\/__x00__|^data:/.test(url)) return;
  asked.add(url);
  await client.transformRequest(url);
  // What a style sheet names as its parts are the files that Tailwind reads.
  if (/\.css(\?|$)/.test(url)) return;
  const module = await client.moduleGraph.getModuleByUrl(url);
  for (const next of module?.importedModules ?? []) await ask(next.url);
}

const manifest = await server.ssrLoadModule('virtual:remix/server-manifest');
await ask(manifest.default.entry.module);
for (const { module } of Object.values(manifest.default.routes)) await ask(module);

// After a change Vite may read a source of the server as if a browser asked for it.
await client.transformRequest('/modules/identity/staff/factors.server.ts').catch(() => null);

const { optimized = {}, discovered = {} } = client.depsOptimizer?.metadata ?? {};
const late = [...new Set([...Object.keys(optimized), ...Object.keys(discovered)])]
  .filter((name) => !known.includes(name))
  .sort();
process.stdout.write(`${JSON.stringify({ modules: asked.size, packages: known.length, late })}\n`);
await server.close();
process.exit(0);
