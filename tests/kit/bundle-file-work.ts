import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import path from 'node:path';

/** Where bundles lie: within the project, so that they find its packages. */
const folder = path.resolve('node_modules/.cache/file-work');

/** A program that takes files apart, as one file for Node; `remove` when the run is over. */
export async function bundleFileWork(source: string): Promise<{ entry: string; remove(): void }> {
  const entry = path.join(folder, `${path.basename(source, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [source],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return { entry, remove: () => rmSync(entry, { force: true }) };
}
