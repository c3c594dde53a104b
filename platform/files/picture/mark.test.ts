import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { markPicture } from './mark.server';

const folder = mkdtempSync(path.join(os.tmpdir(), 'mark-'));
afterAll(() => rmSync(folder, { recursive: true }));

const grey = async (width: number, height: number): Promise<string> => {
  const file = path.join(folder, `${width}x${height}.jpg`);
  await sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .jpeg()
    .toFile(file);
  return file;
};
const pixels = async (file: string, lines: string[]) => {
  const marked = await markPicture(file, lines);
  return sharp(marked).greyscale().raw().toBuffer({ resolveWithObject: true });
};
const drawn = (data: Buffer): number => data.filter((value) => Math.abs(value - 128) > 30).length;

describe('a mark', () => {
  it.each([
    ['Latin', 'Galata Dental'],
    ['Turkish', 'Işık Ağız ve Diş Sağlığı Polikliniği'],
    ['Cyrillic', 'Клиника Здоровье'],
    ['Greek', 'Οδοντιατρική Κλινική'],
    ['Hebrew', 'מרפאת שיניים'],
    ['what reads like markup', '<b>A & B</b> &amp; </span>'],
    ['a long name', 'Sehr lange Namen von Kliniken '.repeat(8)],
  ])('draws %s across all of a picture, on its light and its dark side', async (_kind, name) => {
    const { data, info } = await pixels(await grey(900, 600), [name, '2026-11-22']);
    expect([info.width, info.height]).toEqual([900, 600]);
    for (const half of [data.subarray(0, data.length / 2), data.subarray(data.length / 2)])
      expect(drawn(half)).toBeGreaterThan(500);
    expect(data.some((value) => value > 180)).toBe(true);
    expect(data.some((value) => value < 90)).toBe(true);
  });

  it('differs by name and by day', async () => {
    const file = await grey(400, 300);
    const marks = await Promise.all(
      [
        ['Galata Dental', '2026-11-22'],
        ['Galata Dentel', '2026-11-22'],
        ['Galata Dental', '2026-11-23'],
      ].map(async (lines) => (await pixels(file, lines)).data.toString('base64')),
    );
    expect(new Set(marks).size).toBe(3);
  });

  it.each([
    [1, 1],
    [40, 3],
    [3, 400],
    [2_400, 24],
  ])('fits a picture of %i × %i', async (width, height) => {
    const { info } = await pixels(await grey(width, height), ['A name', '2026-11-22']);
    expect([info.width, info.height]).toEqual([width, height]);
  });
});
