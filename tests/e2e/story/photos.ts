import sharp from 'sharp';

/** A photo as a phone takes it: JPEG with a position in its metadata; another one for each seed. */
export async function photo(seed: number) {
  const width = 64;
  const height = 48;
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (i * (seed % 97) + (i >> 4) * seed) % 256;
  const buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(960, 720)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 0/1 0/1' } })
    .jpeg()
    .toBuffer();
  return { name: `photo-${seed}.jpg`, mimeType: 'image/jpeg', buffer };
}
