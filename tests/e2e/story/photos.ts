import { randomInt } from 'node:crypto';
import sharp from 'sharp';

/**
 * A photo as a phone takes it: JPEG with a position in its metadata; another one for each seed.
 * Sharp and neither dark nor bright for every seed, so that no page warns of it; its fields are large enough for pictures to
 * be compared by. Without a seed it is one that no other clinic or patient has.
 */
export async function photo(seed = randomInt(100_000, 2 ** 31)) {
  const width = 16;
  const height = 12;
  const pixels = Buffer.alloc(width * height * 3);
  let noise = seed;
  for (let i = 0; i < pixels.length; i += 1) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[i] = 64 + (noise >>> 25);
  }
  const buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(960, 720, { kernel: 'nearest' })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 0/1 0/1' } })
    .jpeg()
    .toBuffer();
  return { name: `photo-${seed}.jpg`, mimeType: 'image/jpeg', buffer };
}
