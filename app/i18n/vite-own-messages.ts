import { compileMessage } from '@lingui/message-utils/compileMessage';
import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { keyFinder } from './vite-key-finder';

const ownCode = /\/(?:app|modules|platform)\/[^?]*\.tsx?(?:\?|$)/;
const catalogue = path.join(import.meta.dirname, 'catalogue.ts');

/** The texts of one language that people see; see `catalogue.ts`. */
function textsOf(folder: string): Record<string, string> {
  const files = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.startsWith('console'));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as object),
  ) as Record<string, string>;
}

/**
 * For the browser, every module brings the texts whose keys stand in it: a page loads those that it can show, and no
 * list has to be kept of them. They lie in the catalogue before anything is drawn, as on the server.
 */
export function ownMessages(folder: string): Plugin {
  let texts: Record<string, string> = {};
  let keysIn = keyFinder([]);
  return {
    name: 'own-messages',
    // After the route modules have lost their loaders and actions, which say more than a page shows.
    enforce: 'post',
    buildStart() {
      texts = textsOf(folder);
      keysIn = keyFinder(Object.keys(texts));
    },
    transform(code, id, options) {
      if (options?.ssr || !ownCode.test(id) || id.startsWith(catalogue)) return null;
      const own = keysIn(code);
      if (own.length === 0) return null;
      const compiled = Object.fromEntries(own.map((key) => [key, compileMessage(texts[key]!)]));
      return {
        code: `import { english as catalogueOfPage } from ${JSON.stringify(catalogue)};\n${code}\nObject.assign(catalogueOfPage, ${JSON.stringify(compiled)});\n`,
        map: null,
      };
    },
  };
}
