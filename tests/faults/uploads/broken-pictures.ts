import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A PNG of one colour, made by hand: tiny on disk, as large as wanted when decoded. */
export function pngOf(width: number, height: number, rows = height): Buffer {
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
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG that says it is much larger than what it holds. */
export function jpegClaiming(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(copy[at + 1]!));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

/** A WebP whose canvas claims the largest size that the format knows. */
export async function webpClaimingAll(): Promise<Buffer> {
  const webp = await sharp({
    create: { width: 32, height: 32, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  })
    .webp()
    .withExif({ IFD0: { Make: 'x' } })
    .toBuffer();
  const canvas = webp.indexOf('VP8X') + 12;
  webp.fill(0xff, canvas, canvas + 6);
  return webp;
}

/** Two frames, one dark and one light. */
export const animatedWebp = (): Promise<Buffer> =>
  sharp(Buffer.concat([Buffer.alloc(20 * 20 * 3, 10), Buffer.alloc(20 * 20 * 3, 240)]), {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();

/** An EXIF block whose directory points out of the file. */
export function withCorruptExif(jpeg: Buffer): Buffer {
  const data = Buffer.from('457869660000' + '49492a00ffffff7f' + 'ffff'.repeat(20), 'hex');
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}
