import { chromium, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '../tests/e2e/kit/chromium';

/**
 * Draws the pictures under `public/` that must be bitmaps: icons of the home screen and the picture of shared links.
 * Run after a change of the mark, the name or the sentence: `npx tsx scripts/draw-pictures.ts`.
 */
const root = path.resolve(import.meta.dirname, '..');
const publicFile = (name: string) => path.join(root, 'public', name);
const message = (area: string, key: string): string =>
  (JSON.parse(readFileSync(path.join(root, `messages/en/${area}.json`), 'utf8')) as never)[key];

const mark = readFileSync(publicFile('favicon.svg'), 'utf8');
const font = readFileSync(
  path.join(
    root,
    'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  ),
).toString('base64');

const shareStyle = `
  @font-face { font-family: S; font-weight: 200 900; src: url(data:font/woff2;base64,${font}) }
  * { margin: 0 }
  body { background: #fbf8f2; color: #14211c; font-family: S; padding: 84px 90px; height: 630px;
    box-sizing: border-box; border-bottom: 14px solid #0f5b51 }
  header { display: flex; align-items: center; gap: 24px; font-size: 56px; font-weight: 700 }
  svg { width: 88px; height: 88px }
  h1 { margin-top: 76px; max-width: 960px; font-size: 76px; line-height: 1.08; letter-spacing: -0.02em }`;

async function shoot(page: Page, name: string, size: [number, number], html: string) {
  await page.setViewportSize({ width: size[0], height: size[1] });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: publicFile(name), omitBackground: true });
}

const { executablePath, args } = await findChromium();
const browser = await chromium.launch({ executablePath, args: [...args] });
const page = await browser.newPage();
for (const side of [192, 512])
  await shoot(
    page,
    `icon-${side}.png`,
    [side, side],
    `<style>body { margin: 0 } svg { display: block; width: ${side}px }</style>${mark}`,
  );
// Systems cut these to a shape of their own: the colour goes to the edges, the mark stays well within.
for (const side of [192, 512])
  await shoot(
    page,
    `icon-maskable-${side}.png`,
    [side, side],
    `<style>body { margin: 0; display: grid; place-items: center; height: 100vh; background: #0f5b51 }
     svg { display: block; width: ${side * 0.82}px }</style>${mark}`,
  );
await shoot(
  page,
  'og.png',
  [1200, 630],
  `<style>${shareStyle}</style><header>${mark}${message('common', 'common.brand')}</header>
   <h1>${message('landing', 'landing.hero.title')}</h1>`,
);
await browser.close();
