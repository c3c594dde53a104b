import { chromium, type Page } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { findChromium } from '../tests/e2e/kit/chromium';
import { everyLocale } from '#platform/base/locale';
import { digestsFile, digestsOf, pictureFolder, pictures, root } from './lib/shared-pictures';

/**
 * Draws the pictures that must be bitmaps: icons of the home screen under `public/`, and pictures of shared links, one for
 * each kind of page, in the folder of each language. Run after a change of the mark, the name or a sentence: `npx tsx scripts/draw-pictures.ts`.
 */
const publicFile = (name: string) => path.join(root, 'public', name);
const mark = readFileSync(publicFile('favicon.svg'), 'utf8');

/** Latin letters, and those that Turkish has besides. */
const faces = ['latin', 'latin-ext'].map((letters) => {
  const file = `@fontsource-variable/source-sans-3/files/source-sans-3-${letters}-wght-normal.woff2`;
  const bytes = readFileSync(path.join(root, 'node_modules', file)).toString('base64');
  return { letters, source: `url(data:font/woff2;base64,${bytes})` };
});
// As the site's own style sheet has them: what is not in the second comes from the first.
const fonts = faces
  .map(
    ({ letters, source }) =>
      `@font-face { font-family: S; font-weight: 200 900; src: ${source};
       unicode-range: ${letters === 'latin' ? 'U+0000-00FF, U+0131, U+2000-206F' : 'U+0100-0130, U+0132-02BA'} }`,
  )
  .join('');

const packages = path.join(root, 'node_modules');

/** A page has nothing to load: the product's font stands in it, and that of its language. */
const withFonts = (html: string): string =>
  html
    .replace('<style>', `<style>${fonts}`)
    .replace(/url\('(@fontsource[^']+)'\)/g, (_all, file: string) => {
      const bytes = readFileSync(path.join(packages, file)).toString('base64');
      return `url(data:font/woff2;base64,${bytes})`;
    });

async function shoot(page: Page, size: [number, number], html: string): Promise<Buffer> {
  await page.setViewportSize({ width: size[0], height: size[1] });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: true });
}

const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: [...args],
  env: { ...process.env, ...env },
});
const page = await browser.newPage();
for (const side of [192, 512])
  writeFileSync(
    publicFile(`icon-${side}.png`),
    await shoot(
      page,
      [side, side],
      `<style>body { margin: 0 } svg { display: block; width: ${side}px }</style>${mark}`,
    ),
  );
// Systems cut these to a shape of their own: the colour goes to the edges, the mark stays well within.
for (const side of [192, 512])
  writeFileSync(
    publicFile(`icon-maskable-${side}.png`),
    await shoot(
      page,
      [side, side],
      `<style>body { margin: 0; display: grid; place-items: center; height: 100vh; background: #0f5b51 }
       svg { display: block; width: ${side * 0.82}px }</style>${mark}`,
    ),
  );
for (const { name, locale, html, digest } of pictures) {
  // Another version of the browser draws other bytes: what says the same stays.
  if (digestsOf(locale)[name] === digest) continue;
  const drawn = await shoot(page, [1200, 630], withFonts(html));
  const folder = pictureFolder(locale);
  mkdirSync(folder, { recursive: true });
  // Few colours and soft edges: a palette is a third of the size.
  await sharp(drawn)
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(path.join(folder, `${name}.png`));
}
await browser.close();
for (const locale of everyLocale) {
  const own = pictures.filter((picture) => picture.locale === locale);
  const digests = Object.fromEntries(own.map(({ name, digest }) => [name, digest]));
  writeFileSync(digestsFile(locale), `${JSON.stringify(digests, null, 2)}\n`);
}
