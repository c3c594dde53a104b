import { type PictureScore, scoreOf, scoreSide } from '#platform/files/picture-score';

/** What the page asks, and what it is answered: null where this browser cannot measure the file. */
export interface Asked {
  readonly id: number;
  readonly file: Blob;
}
export interface Measured {
  readonly id: number;
  readonly score: PictureScore | null;
}

async function measure(file: Blob): Promise<PictureScore | null> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, scoreSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const brush = new OffscreenCanvas(width, height).getContext('2d');
  if (!brush) return null;
  // Without it some browsers take single pixels, which makes any picture look sharp.
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(picture, 0, 0, width, height);
  picture.close();
  const { data } = brush.getImageData(0, 0, width, height);
  return scoreOf({ data, width, height, channels: 4 });
}

self.addEventListener('message', ({ data: { id, file } }: MessageEvent<Asked>) => {
  const answer = (score: PictureScore | null): void =>
    self.postMessage({ id, score } satisfies Measured);
  measure(file).then(answer, () => answer(null));
});
