import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPicture } from './read-photo-handler.server';
import { jpegPhoto, picture } from './testing';

/** A PNG of one colour, made by hand: tiny on disk, as large as wanted when decoded. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const withGps = async (): Promise<Buffer> =>
  picture(1)
    .jpeg()
    .withExif({
      IFD0: { Make: 'CanaryPhone', ImageDescription: 'CANARY-DESCRIPTION' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 0/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>CANARY-XMP</a></x:xmpmeta>')
    .toBuffer();

/** Two frames, one black and one white. */
const animatedWebp = (): Promise<Buffer> =>
  sharp(Buffer.concat([Buffer.alloc(20 * 20 * 3, 10), Buffer.alloc(20 * 20 * 3, 240)]), {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();

describe('a photo that is taken', () => {
  it('comes out as JPEG in three sizes, never enlarged', async () => {
    const taken = await readPicture(
      await picture(2, { width: 3_000, height: 1_500 }).png().toBuffer(),
    );
    const sizes = await Promise.all(
      (['full', 'medium', 'thumb'] as const).map((size) => sharp(taken.sizes[size]).metadata()),
    );
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['jpeg', 2_400, 1_200],
      ['jpeg', 1_024, 512],
      ['jpeg', 320, 160],
    ]);
    expect([taken.width, taken.height]).toEqual([2_400, 1_200]);
    const small = await readPicture(await picture(2, { width: 40, height: 30 }).jpeg().toBuffer());
    expect([small.width, small.height]).toEqual([40, 30]);
  });

  it('loses where and with what it was taken', async () => {
    const original = await withGps();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    expect(original.includes('CANARY-XMP')).toBe(true);
    const { sizes } = await readPicture(original);
    for (const bytes of Object.values(sizes)) {
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes('CANARY')).toBe(false);
    }
  });

  it('stands upright without its orientation mark', async () => {
    const sideways = await picture(1).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height } = await readPicture(sideways);
    expect([width, height]).toEqual([480, 640]);
  });

  it('loses whatever hangs on behind it', async () => {
    const tail = Buffer.from('<script>alert(1)</script>PK\u0003\u0004CANARY');
    const { sizes } = await readPicture(Buffer.concat([await jpegPhoto(), tail]));
    for (const bytes of Object.values(sizes)) {
      expect(bytes.includes('CANARY')).toBe(false);
      expect(bytes.includes('<script')).toBe(false);
    }
  });

  it.each([
    ['WebP', () => picture(1).webp().toBuffer()],
    ['16-bit PNG', () => picture(1).toColourspace('rgb16').png().toBuffer()],
    ['transparent PNG', () => picture(1).ensureAlpha(0.5).png().toBuffer()],
    ['grey PNG', () => picture(1).greyscale().png().toBuffer()],
    ['CMYK JPEG', () => picture(1).toColourspace('cmyk').jpeg().toBuffer()],
    ['progressive JPEG', () => picture(1).jpeg({ progressive: true }).toBuffer()],
    ['animated WebP', animatedWebp],
  ])('may be a %s, and becomes one sRGB frame', async (_name, make) => {
    const { sizes } = await readPicture(await make());
    const facts = await sharp(sizes.full).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', depth: 'uchar' });
    expect(['srgb', 'b-w']).toContain(facts.space);
    expect(facts.pages ?? 1).toBe(1);
  });

  it('has a hash that survives size and compression, and tells other pictures apart', async () => {
    const bits = (a: string, b: string): number =>
      [...(BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2)].filter((bit) => bit === '1').length;
    const [one, again, other] = await Promise.all([
      readPicture(await jpegPhoto(1)),
      readPicture(await picture(1, { width: 300, height: 225 }).jpeg({ quality: 45 }).toBuffer()),
      readPicture(await jpegPhoto(2)),
    ]);
    expect(bits(one.hash!, again.hash!)).toBeLessThanOrEqual(4);
    expect(bits(one.hash!, other.hash!)).toBeGreaterThan(10);
    const plain = await sharp({
      create: { width: 50, height: 50, channels: 3, background: '#aaa' },
    })
      .png()
      .toBuffer();
    expect((await readPicture(plain)).hash).toBeNull();
  });
});

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
);
const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));

describe('a photo that is refused', () => {
  it.each([
    ['SVG', () => svg, 'unsupported_file_type'],
    [
      'SVG behind an XML line',
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg]),
      'unsupported_file_type',
    ],
    ['GIF', () => picture(1).gif().toBuffer(), 'unsupported_file_type'],
    ['TIFF', () => picture(1).tiff().toBuffer(), 'unsupported_file_type'],
    [
      'AVIF',
      () => picture(1, { width: 64, height: 48 }).avif({ effort: 0 }).toBuffer(),
      'unsupported_file_type',
    ],
    [
      'PDF',
      () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /JS (app.alert(1)) >>'),
      'unsupported_file_type',
    ],
    [
      'HTML',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'unsupported_file_type',
    ],
    ['ZIP', () => Buffer.from('504b0304140000000800', 'hex'), 'unsupported_file_type'],
    ['a few bytes of nothing', () => Buffer.from([0, 1, 2]), 'unsupported_file_type'],
    [
      'PNG magic and nothing else',
      () => Buffer.from('89504e470d0a1a0a', 'hex'),
      'unsupported_file_type',
    ],
    [
      'JPEG magic before HTML',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<html>')]),
      'validation_failed',
    ],
    ['half a JPEG', async () => half(await jpegPhoto()), 'validation_failed'],
    ['half a PNG', async () => half(await picture(1).png().toBuffer()), 'validation_failed'],
    ['half a WebP', async () => half(await picture(1).webp().toBuffer()), 'validation_failed'],
    ['an empty file', () => Buffer.alloc(0), 'validation_failed'],
    [
      'a side over 12,000 pixels',
      () => picture(1, { width: 12_001, height: 4 }).png().toBuffer(),
      'validation_failed',
    ],
  ])('%s', async (_name, make, code) => {
    await expect(readPicture(await make())).rejects.toMatchObject({ code });
  });

  it('196 megapixels in a small file, before they are decoded', async () => {
    const bomb = hugePng(14_000, 14_000);
    expect(bomb.length).toBeLessThan(700_000);
    const started = performance.now();
    await expect(readPicture(bomb)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
