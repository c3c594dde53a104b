import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Kinds that shrink; pictures and fonts are compressed by themselves. */
const shrinking = /\.(js|mjs|css|svg|json|txt|html|webmanifest|ttf|bcmap|pfb)$/;
const leastBytes = 1_024;

/**
 * Lays a `.br` and a `.gz` beside each file that shrinks, once for all who will ask for it.
 * @param {string} folder
 */
export async function precompress(folder) {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => shrinking.test(each))) {
    const file = path.join(folder, name);
    const bytes = fs.readFileSync(file);
    if (bytes.length < leastBytes) continue;
    const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const [best, common] = await Promise.all([
      brotli(bytes, { params }),
      gzip(bytes, { level: 9 }),
    ]);
    if (best.length < bytes.length) fs.writeFileSync(`${file}.br`, best);
    if (common.length < bytes.length) fs.writeFileSync(`${file}.gz`, common);
  }
}
