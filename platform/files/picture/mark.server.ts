import { createRequire } from 'node:module';
import sharp from 'sharp';
import { escapeMarkup } from '../../text/markup';

/** Of the longer side: how high a line of the mark is, and how wide its lines may be. */
const lineHeight = 1 / 26;
const lineWidth = 0.62;
/** Degrees: a mark that runs across cannot be cut off with an edge. */
const slope = -28;
/** Points, where pictures are tiny. */
const smallestType = 8;
const seconds = 10;

/** Latin, Greek, Cyrillic and Hebrew; for other letters the fonts of the machine are asked. */
const fontfile = (): string =>
  createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf');
const font = 'Liberation Sans Bold';

/**
 * A JPEG with lines of text drawn across all of it, light with a dark edge, so that they can be read on any ground and
 * what lies under them can still be judged. Belongs into the process that takes files apart (`platform/files/file-work`).
 */
export async function markPicture(picture: string, lines: readonly string[]): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const tile = await tileOf(lines, { width, height });
  return sharp(picture)
    .composite([{ input: tile, tile: true, gravity: 'centre' }])
    .jpeg({ quality: 84 })
    .timeout({ seconds })
    .toBuffer();
}

/** What is laid out over the picture like tiles; never larger than the picture itself. */
async function tileOf(
  lines: readonly string[],
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const side = Math.max(width, height);
  const size = Math.max(smallestType, Math.round(side * lineHeight));
  const edge = Math.max(1, Math.round(size / 24));
  const light = await drawn(lines, { side, size, look: 'foreground="white" alpha="55%"' });
  const dark = await drawn(lines, { side, size, look: 'foreground="black" alpha="45%"' });
  const canvas = {
    width: light.info.width + 2 * size,
    height: light.info.height + 2 * size,
    channels: 4 as const,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  };
  const flat = await sharp({ create: canvas })
    .composite([
      { input: dark.data, left: size + edge, top: size + edge },
      { input: light.data, left: size, top: size },
    ])
    .png()
    .toBuffer();
  const turned = await sharp(flat)
    .rotate(slope, { background: canvas.background })
    .png()
    .toBuffer();
  return sharp(turned)
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}

const drawn = (
  lines: readonly string[],
  { side, size, look }: { side: number; size: number; look: string },
) =>
  sharp({
    text: {
      // The drawing library reads markup.
      text: `<span ${look}>${lines.map(escapeMarkup).join('\n')}</span>`,
      font: `${font} ${size}`,
      fontfile: fontfile(),
      width: Math.round(side * lineWidth),
      wrap: 'word-char',
      align: 'centre',
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
