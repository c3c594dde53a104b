import { create } from 'qrcode';

/** A QR code as one SVG path on a square of `size` modules, quiet zone included. */
export interface QrPicture {
  readonly size: number;
  readonly path: string;
}

const quiet = 4;

export function qrPicture(text: string): QrPicture {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data).flatMap((dark, at) =>
    dark ? [`M${(at % size) + quiet} ${Math.floor(at / size) + quiet}h1v1h-1z`] : [],
  );
  return { size: size + 2 * quiet, path: path.join('') };
}
