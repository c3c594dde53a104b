import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Draws the pictures under `public/` that must be bitmaps: icons of the home screen and the picture of shared links.
 * Run after a change of the mark, the name or the sentence: `npx tsx scripts/draw-pictures.ts`.
 */
const root = path.resolve(import.meta.dirname, '..');
const file = (name: string) => path.join(root, 'public', name);
const messages = (area: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(root, `messages/en/${area}.json`), 'utf8'));

const mark = readFileSync(file('favicon.svg'));
const fontfile = path.join(
  root,
  'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
);

const words = (text: string, size: number, width: number, weight: string, color: string) =>
  sharp({
    text: {
      text: `<span foreground="${color}" weight="${weight}">${text}</span>`,
      font: `Source Sans 3 ExtraLight ${size}`,
      fontfile,
      width,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer();

async function icon(size: number): Promise<void> {
  writeFileSync(
    file(`icon-${size}.png`),
    await sharp(mark, { density: (72 * size) / 32 })
      .resize(size, size)
      .png()
      .toBuffer(),
  );
}

async function sharePicture(): Promise<void> {
  const { 'common.brand': brand = '' } = messages('common');
  const { 'landing.hero.title': title = '' } = messages('landing');
  const picture = await sharp({
    create: { width: 1200, height: 630, channels: 3, background: '#fbf8f2' },
  })
    .composite([
      {
        input: await sharp(mark, { density: 216 }).resize(96, 96).png().toBuffer(),
        left: 90,
        top: 90,
      },
      { input: await words(brand, 60, 800, 'bold', '#14211c'), left: 210, top: 108 },
      { input: await words(title, 72, 1000, 'bold', '#14211c'), left: 90, top: 262 },
      {
        input: { create: { width: 1200, height: 14, channels: 3, background: '#0f5b51' } },
        left: 0,
        top: 616,
      },
    ])
    .png({ palette: true })
    .toBuffer();
  writeFileSync(file('og.png'), picture);
}

await Promise.all([icon(192), icon(512), sharePicture()]);
