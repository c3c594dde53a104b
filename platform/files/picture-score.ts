/** How sharp and how light a picture is, measured on a small copy of it. Pure: the same figures in browser and server. */
export interface PictureScore {
  /** Variance of the Laplacian of the greys, 0 to 255 each: low where nothing has an edge. */
  readonly sharpness: number;
  /** Mean of the greys, 0 (black) to 255 (white). */
  readonly light: number;
}

/** Longest side of the copy that is measured, in pixels: the figures of larger and smaller copies differ. */
export const scoreSide = 512;

/** Pixels, row by row, each of `channels` values of which the first three are red, green and blue. */
export interface Pixels {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

export type PictureProblem = 'blurred' | 'dark' | 'bright';

/** Where a picture begins to be called blurred, dark or bright (docs/decisions/0064-guided-photos.md). */
export const scoreLimits = { sharpness: 30, dark: 60, bright: 215 } as const;

/** What is wrong with a picture of this score, as far as figures can say. It is a word of warning, never a refusal. */
export function problemsOf({ sharpness, light }: PictureScore): PictureProblem[] {
  const problems: PictureProblem[] = [];
  // What has no light, or too much of it, has no edges either: light is named then, since it can be changed.
  if (light < scoreLimits.dark) problems.push('dark');
  else if (light > scoreLimits.bright) problems.push('bright');
  else if (sharpness < scoreLimits.sharpness) problems.push('blurred');
  return problems;
}

/** Measures a copy whose longest side is {@link scoreSide}, or a smaller picture as it is. Both figures are whole numbers. */
export function scoreOf(pixels: Pixels): PictureScore {
  const grey = greysOf(pixels);
  const { width, height } = pixels;
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const edge =
        grey[at - 1]! + grey[at + 1]! + grey[at - width]! + grey[at + width]! - 4 * grey[at]!;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  const variance = count === 0 ? 0 : squares / count - (sum / count) ** 2;
  const light = grey.length === 0 ? 0 : grey.reduce((all, one) => all + one, 0) / grey.length;
  return { sharpness: Math.round(variance), light: Math.round(light) };
}

function greysOf({ data, width, height, channels }: Pixels): Float64Array {
  const grey = new Float64Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * channels;
    grey[at] = 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
  }
  return grey;
}
