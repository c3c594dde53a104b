/** A bar over the eyes, in shares of the picture's width and height: its middle, and how wide it is. */
export interface EyeBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Where the eyes of a face are that fills the outline. */
export const usualBar: EyeBar = { x: 0.5, y: 0.42, width: 0.4 };

export const barLimits = { least: 0.1, most: 1 } as const;
/** Of its width. */
export const barHeight = 0.26;

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** The bar after a change; its middle stays in the picture. */
export const movedBar = (bar: EyeBar, change: Partial<EyeBar>): EyeBar => ({
  x: within(change.x ?? bar.x, 0, 1),
  y: within(change.y ?? bar.y, 0, 1),
  width: within(change.width ?? bar.width, barLimits.least, barLimits.most),
});

/** The bar in pixels of a picture: whole ones, and rather more than less. */
export function barIn(
  { x, y, width }: EyeBar,
  picture: { readonly width: number; readonly height: number },
): { x: number; y: number; width: number; height: number } {
  const [across, down] = [width * picture.width, width * barHeight * picture.width];
  const left = Math.floor(x * picture.width - across / 2);
  const top = Math.floor(y * picture.height - down / 2);
  return { x: left, y: top, width: Math.ceil(across) + 1, height: Math.ceil(down) + 1 };
}

/** Longest side that the server stores: more is not drawn, some devices have no room for it. */
const longestSide = 2_400;
const quality = 0.92;

/**
 * The picture with the bar as part of it, as a new file: nothing of what is under the bar is in it.
 *
 * @throws where this browser cannot draw it; the picture must not be sent uncovered then
 */
export async function withBar(file: File, bar: EyeBar): Promise<File> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const { x, y, width, height } = barIn(bar, canvas);
  brush.fillStyle = '#000';
  brush.fillRect(x, y, width, height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  );
  if (!blob) throw new Error('no picture');
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
  return new File([blob], name, { type: 'image/jpeg' });
}
