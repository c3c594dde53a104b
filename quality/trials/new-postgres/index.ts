import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { keptOf } from '../../../scripts/lib/postgres/exchange-folders.mjs';
import { formerPrograms } from '../../../scripts/lib/postgres/former-programs.mjs';
import { ownerFor } from '../../../scripts/lib/postgres/owner.mjs';
import { clusterFolder } from '../../../scripts/lib/postgres/place.mjs';
import { startProduct } from '../../../tests/e2e/kit/product';
import { claim, row, seconds } from '../kit/report';
import { countOf, makeFormerDemo, type FormerDemo } from './former-demo';
import { bytesAndHash, command, refusal } from './outside';

/** How far the command is, by what it says, when it is killed. */
const moments = ['Copying', 'taken over', 'Checked'];

/**
 * A demo that an older PostgreSQL holds becomes one of the version that the product brings. The command is killed at
 * several moments, then runs to its end; the product goes on, and the older server still runs on what was kept.
 * Argument: the older major version (15), whose programs npm brings where the machine has none.
 */
export async function trialNewPostgres([major = '15']: string[] = []): Promise<void> {
  await ensureBuilt(process.execPath);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-trial-'));
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  // What root lends PostgreSQL must reach the programs.
  const cluster = clusterFolder(dataDir);
  try {
    const programs = await formerPrograms({
      major,
      oldBin: undefined,
      folder: path.join(path.dirname(cluster), 'programs'),
      owner: ownerFor(cluster),
      signal: AbortSignal.timeout(300_000),
    });
    row('programs of the older version', programs.bin.includes('node_modules') ? 'npm' : 'machine');
    await drill(await makeFormerDemo(dataDir, cluster, programs));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(path.dirname(cluster), { recursive: true, force: true });
  }
}

async function drill(demo: FormerDemo): Promise<void> {
  const { dataDir, cluster, programs, requests } = demo;
  row('requests, clinics of the demo', `${requests}, ${demo.clinics}`);
  const before = bytesAndHash(cluster);
  row('its folder', `${(before.bytes / 1e6).toFixed(0)} MB`);
  const refused = await refusal(dataDir);
  claim('the start names the command', refused.code ?? '', refused.text.includes('npm run upgrade:postgres')); // prettier-ignore

  let untouched = 0;
  for (const words of moments) {
    await command(dataDir, { killedAt: words });
    if (bytesAndHash(cluster).hash === before.hash) untouched += 1;
  }
  claim('killed, of it the folder as it was', `${moments.length}, ${untouched}`, untouched === moments.length); // prettier-ignore

  const began = performance.now();
  const { code, text } = await command(dataDir, {});
  claim('the command', seconds(began), code === 0);
  text.split('\n').forEach((line) => console.log(`    ${line}`));
  const kept = keptOf(cluster, programs.major);
  claim('what was kept, byte for byte', kept.split('/').at(-1)!, bytesAndHash(kept).hash === before.hash); // prettier-ignore
  row('the new folder', `${(bytesAndHash(cluster).bytes / 1e6).toFixed(0)} MB`);
  await goesOn(demo);
  const again = await countOf(demo, kept, programs);
  claim('requests that the older server still has', again.requests, again.requests === requests);
}

async function goesOn({ dataDir, requests, clinics }: FormerDemo): Promise<void> {
  const began = performance.now();
  const product = await startProduct({ dataDir });
  try {
    row('the product is ready on it after', seconds(began));
    claim('migrated, or made anew', /Migrated|Made the demo/.exec(product.output())?.[0] ?? 'nothing', !/Migrated|Made the demo/.test(product.output())); // prettier-ignore
    const page = await fetch(product.url);
    claim('the first page answers', page.status, page.status === 200);
    const found = await countOf({ dataDir });
    claim('requests, clinics', `${found.requests}, ${found.clinics}`, found.requests === requests && found.clinics === clinics); // prettier-ignore
    claim('jobs that were given up', found.failed, found.failed === 0);
  } finally {
    claim('it ends with', String(await product.stop()), true);
  }
}
