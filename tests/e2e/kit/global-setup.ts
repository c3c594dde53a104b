import { startProduct } from './product';

/** One product for all specs of the run; its address reaches the workers by environment. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.E2E_URL) return async () => {};
  const product = await startProduct();
  process.env.E2E_URL = product.url;
  process.env.E2E_DATA_DIR = product.dataDir;
  return async () => {
    const code = await product.stop();
    if (code !== 0) throw new Error(`The product ended with ${code}:\n${product.output()}`);
  };
}
