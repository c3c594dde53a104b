import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { ensureNode } from '../../../scripts/lib/install.mjs';
import { startProduct } from './product';

/**
 * One product for all specs of the run; its address reaches the workers by environment. Built before, however long that
 * takes: how long a start may take says nothing of a build.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.E2E_URL) return async () => {};
  await ensureBuilt(ensureNode());
  const product = await startProduct();
  process.env.E2E_URL = product.url;
  process.env.E2E_DATA_DIR = product.dataDir;
  return async () => {
    const code = await product.stop();
    if (code !== 0) throw new Error(`The product ended with ${code}:\n${product.output()}`);
  };
}
