import { jpegPhoto, picture } from '../../../modules/consultation/testing';
import { pdfFile } from '../../kit/document-files';
import { zipFile } from '../../kit/zip-file';
import * as broken from './broken-pictures';
import { half, type, unfit, withTail, type Row } from './row';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const jpegWith = async (tail: string | Buffer): Promise<Buffer> =>
  withTail(await jpegPhoto(), tail);

export const pictures: Row[] = [
  ['196 megapixels in 200 KB of PNG', 'a.png', () => broken.pngOf(14_000, 14_000), unfit, unfit],
  [
    'a PNG that holds less than it claims',
    'a.png',
    () => broken.pngOf(3_000, 3_000, 10),
    unfit,
    unfit,
  ],
  ['a PNG of 0 × 0', 'a.png', () => broken.pngOf(0, 0), unfit, unfit],
  [
    'a JPEG that claims 65,500 × 65,500',
    'a.jpg',
    async () => broken.jpegClaiming(await jpegPhoto(), 65_500, 65_500),
    unfit,
    unfit,
  ],
  // The decoder fills up what is missing at the end of a JPEG that has an end.
  [
    'a JPEG that claims twice its height',
    'a.jpg',
    async () => broken.jpegClaiming(await jpegPhoto(), 640, 960),
    'taken',
    'taken',
  ],
  ['a WebP that claims 16,777,216 × 16,777,216', 'a.webp', broken.webpClaimingAll, unfit, type],
  ['half a JPEG', 'a.jpg', async () => half(await jpegPhoto()), unfit, unfit],
  ['half a PNG', 'a.png', async () => half(await picture(1).png().toBuffer()), unfit, unfit],
  [
    'a JPEG with an EXIF block that points outside',
    'a.jpg',
    async () => broken.withCorruptExif(await jpegPhoto()),
    'taken',
    'taken',
  ],
  [
    'a JPEG with a place in its EXIF',
    'a.jpg',
    () =>
      picture(1)
        .jpeg()
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 0/1 0/1' } })
        .toBuffer(),
    'taken',
    'taken',
  ],
  [
    'a JPEG in CMYK',
    'a.jpg',
    () => picture(1).toColourspace('cmyk').jpeg().toBuffer(),
    'taken',
    'taken',
  ],
  [
    'a progressive JPEG',
    'a.jpeg',
    () => picture(1).jpeg({ progressive: true }).toBuffer(),
    'taken',
    'taken',
  ],
  [
    'a PNG of 16 bits',
    'a.png',
    () => picture(1).toColourspace('rgb16').png().toBuffer(),
    'taken',
    'taken',
  ],
  ['an animated WebP', 'a.webp', broken.animatedWebp, 'taken', type],
  ['a GIF', 'a.gif', () => picture(1).gif().toBuffer(), type, type],
  ['a TIFF by the name of a JPEG', 'a.jpg', () => picture(1).tiff().toBuffer(), type, type],
  ['an SVG with a script by the name of a JPEG', 'a.jpg', () => Buffer.from(svg), type, type],
  ['an SVG by its own name', 'a.svg', () => Buffer.from(svg), type, type, 'image/svg+xml'],
];

export const polyglots: Row[] = [
  [
    'a JPEG that is HTML as well',
    'a.jpg',
    () => jpegWith('<html><script>alert(1)</script>'),
    'taken',
    'taken',
  ],
  [
    'a JPEG that is a ZIP as well',
    'a.jpg',
    () => jpegWith(zipFile([{ name: 'a', data: 'x' }])),
    'taken',
    'taken',
  ],
  [
    'a GIF that is a JAR as well',
    'a.jpg',
    () => withTail(Buffer.from('GIF89a;'), zipFile([{ name: 'A.class', data: 'x' }])),
    type,
    type,
  ],
  [
    'a PDF that is a ZIP as well',
    'a.pdf',
    () => withTail(pdfFile(), zipFile([{ name: 'a', data: 'x' }])),
    type,
    'taken: pdf-trailing-data',
  ],
  ['a PDF behind HTML', 'a.pdf', () => withTail(Buffer.from('<html>'), pdfFile()), type, type],
];
