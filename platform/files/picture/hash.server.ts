import sharp from 'sharp';

/** Pictures with less contrast than this (standard deviation of grey, 0 to 255) all look alike to the hash. */
const plain = 6;

/**
 * A difference hash: the picture as 9 × 8 greys, one bit for each pair of neighbours in a row that says
 * whether the left one is brighter. Two pictures of the same scene differ in a few bits of 64 whatever
 * their size and compression. 16 hex digits; null when the picture is too plain to compare.
 */
export async function pictureHash(picture: Buffer): Promise<string | null> {
  const grey = await sharp(picture).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const variance = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length;
  if (Math.sqrt(variance) < plain) return null;
  let bits = 0n;
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      bits = (bits << 1n) | (grey[at]! > grey[at + 1]! ? 1n : 0n);
    }
  return bits.toString(16).padStart(16, '0');
}

/**
 * What colours a picture has where: 3 × 3 fields of red, green and blue, 54 hex digits. Keeps apart what `pictureHash`
 * holds for the same because its outlines are: two people in the same view.
 */
export async function pictureColours(picture: Buffer): Promise<string> {
  const fields = sharp(picture).flatten().toColourspace('srgb').resize(3, 3, { fit: 'fill' });
  return (await fields.raw().toBuffer()).toString('hex');
}
