import path from 'node:path';
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { benchProduct } from './product';
import { benchStart } from './start';
import { pageWeights } from './weights';

/** What each page of the built product loads in scripts on a first visit, what a start takes, and what Lighthouse says. */
export async function benchPages(): Promise<void> {
  await ensureBuilt(process.execPath);
  const pages = pageWeights(path.resolve('build/client'));
  console.log('   kB  files  page (JavaScript of a first visit, gzip)');
  for (const kind of new Set(pages.map((page) => page.kind))) {
    console.log(`\n${kind}`);
    for (const { page, scripts, gzipBytes } of pages.filter((each) => each.kind === kind))
      console.log(
        `${(gzipBytes / 1_000).toFixed(1).padStart(5)} ${String(scripts.length).padStart(6)}  ${page}`,
      );
  }
  await benchStart();
  await benchProduct();
}
