import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { defaultLocale, everyLocale, readIn } from '#platform/base/locale';

/** Each picture by its address: of each language its own, or that of the next that stands in for it. */
export function sharedPictures(folder: string): ReadonlyMap<string, string> {
  const fileOf = (locale: string, name: string) => path.join(folder, locale, 'share', name);
  const names = globSync('*.png', { cwd: path.join(folder, defaultLocale, 'share') });
  const all = everyLocale.flatMap((locale) =>
    names.map((name): [string, string] => {
      const own = readIn(locale, (one) =>
        existsSync(fileOf(one, name)) ? fileOf(one, name) : undefined,
      );
      return [`share/${path.basename(name, '.png')}.${locale}.png`, own!];
    }),
  );
  return new Map(all);
}

/** Puts the pictures of shared links, which lie with their language, where browsers find them: `/share/<name>.<code>.png`. */
export function ownPictures(folder: string): Plugin {
  let forBrowser = false;
  return {
    name: 'own-pictures',
    configResolved({ command, build }) {
      forBrowser = command === 'build' && !build.ssr;
    },
    configureServer({ middlewares }) {
      middlewares.use((req, res, next) => {
        const file = sharedPictures(folder).get(req.url?.slice(1) ?? '');
        if (!file) return next();
        res.setHeader('Content-Type', 'image/png').end(readFileSync(file));
      });
    },
    generateBundle() {
      if (!forBrowser) return;
      for (const [fileName, file] of sharedPictures(folder))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
    },
  };
}
