import { gzipSync } from 'node:zlib';
import { maxFileBytes } from '#platform/upload';
import { jpegPhoto, picture } from '../../../modules/consultation/testing';
import {
  docFile,
  docxFile,
  pdfFile,
  pdfWithPacked,
  templateRelation,
} from '../../kit/document-files';
import { zipFile } from '../../kit/zip-file';
import * as broken from './broken-pictures';

/** The code of the refusal; or `taken`, with what staff are warned of. */
export type Verdict =
  'taken' | `taken: ${string}` | 'unsupported_file_type' | 'validation_failed' | 'file_too_large';

export interface BadFile {
  readonly what: string;
  readonly name: string;
  readonly make: () => Buffer | Promise<Buffer>;
  /** The media type that the sender declares. */
  readonly type?: string;
  readonly asPhoto: Verdict;
  readonly asDocument: Verdict;
}

const type = 'unsupported_file_type';
const unfit = 'validation_failed';
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
const withTail = (bytes: Buffer, tail: string | Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.from(tail)]);
const jpegWith = async (tail: string | Buffer): Promise<Buffer> =>
  withTail(await jpegPhoto(), tail);
const macros = { name: 'word/vbaProject.bin', data: 'x' };
const sized = (bytes: number): Buffer => {
  const end = '\nstartxref\n0\n%%EOF';
  return withTail(
    withTail(pdfFile(), Buffer.alloc(bytes - pdfFile().length - end.length, 32)),
    end,
  );
};

type Row = [
  what: string,
  name: string,
  make: BadFile['make'],
  asPhoto: Verdict,
  asDocument: Verdict,
  type?: string,
];

const pictures: Row[] = [
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

const polyglots: Row[] = [
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

const names: Row[] = [
  ['a PNG by the name of a JPEG', 'a.jpg', () => picture(1).png().toBuffer(), 'taken', type],
  ['a JPEG declared to be a PDF', 'a.jpg', () => jpegPhoto(), 'taken', type, 'application/pdf'],
  ['a PDF declared to be HTML', 'a.pdf', () => pdfFile(), type, type, 'text/html'],
  ['a JPEG with an inner .php', 'a.php.jpg', () => jpegPhoto(), 'taken', type],
  ['a PDF with an inner .exe and spaces', 'a.exe .pdf', () => pdfFile(), type, type],
  ['a PDF behind %00', 'a.jpg%00.pdf', () => pdfFile(), type, type],
  ['a PDF that climbs', '../../../etc/passwd.pdf', () => pdfFile(), type, 'taken'],
  ['a PDF named for a device', 'CON.pdf', () => pdfFile(), type, 'taken'],
  ['a PDF whose name runs backwards', 'a\u202egpj.pdf', () => pdfFile(), type, 'taken'],
  ['a PDF with a name of 300 letters', `${'x'.repeat(296)}.pdf`, () => pdfFile(), type, 'taken'],
  ['a PDF without an extension', 'licence', () => pdfFile(), type, type],
  [
    'HTML by the name of a PDF',
    'a.pdf',
    () => Buffer.from('<!doctype html><script>1</script>'),
    type,
    type,
    'application/pdf',
  ],
  ['PHP by the name of a JPEG', 'a.jpg', () => Buffer.from('<?php system($_GET[0]);'), type, type],
  [
    'a program by the name of a letter',
    'a.doc',
    () => withTail(Buffer.from('MZ'), Buffer.alloc(500)),
    type,
    type,
  ],
  ['gzip by the name of a PDF', 'a.pdf', () => gzipSync('x'), type, type],
  ['RTF by the name of a letter', 'a.doc', () => Buffer.from('{\\rtf1\\ansi x}'), type, type],
  ['EICAR by the name of a PDF', 'a.pdf', () => Buffer.from(eicar), type, type],
];

const pdfs: Row[] = [
  [
    'a PDF with a script',
    'a.pdf',
    () => pdfFile('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
    type,
    'taken: pdf-javascript',
  ],
  [
    'a PDF with a script in numbers',
    'a.pdf',
    () => pdfFile('/AA << /S /J#61vaScr#69pt >>'),
    type,
    'taken: pdf-javascript',
  ],
  [
    'a PDF that starts a program',
    'a.pdf',
    () => pdfFile('/OpenAction << /S /Launch /F (cmd.exe) >>'),
    type,
    'taken: pdf-launch',
  ],
  [
    'a PDF with a file in it',
    'a.pdf',
    () => pdfFile('/Names << /EmbeddedFiles 2 0 R >>'),
    type,
    'taken: pdf-embedded-file',
  ],
  ['an encrypted PDF', 'a.pdf', () => pdfFile('/Encrypt 3 0 R'), type, 'taken: pdf-encrypted'],
  [
    'a PDF with a script in a packed stream',
    'a.pdf',
    () => pdfWithPacked('<< /JS (x) >>'),
    type,
    'taken: pdf-javascript',
  ],
  [
    'a PDF with a packed bomb',
    'a.pdf',
    () => pdfWithPacked('x'.repeat(9_000_000)),
    type,
    'taken: pdf-unread-parts',
  ],
  [
    'a PDF packed in an unknown way',
    'a.pdf',
    () => pdfWithPacked('x', '/Filter /LZWDecode'),
    type,
    'taken: pdf-unread-parts',
  ],
  ['a PDF with EICAR in it', 'a.pdf', () => pdfFile(`/X (${eicar})`), type, 'taken'],
  ['half a PDF', 'a.pdf', () => half(pdfFile()), type, unfit],
  ['a PDF of its first line', 'a.pdf', () => Buffer.from('%PDF-1.7\n'), type, unfit],
  ['nothing at all', 'a.pdf', () => Buffer.alloc(0), unfit, unfit],
  ['a PDF of 10 MiB', 'a.pdf', () => sized(maxFileBytes), type, 'taken'],
  [
    'a PDF of 10 MiB and a byte',
    'a.pdf',
    () => sized(maxFileBytes + 1),
    'file_too_large',
    'file_too_large',
  ],
];

const letters: Row[] = [
  [
    'a letter that unpacks to 120 MB',
    'a.docx',
    () => docxFile({ name: 'word/media/a.bin', data: Buffer.alloc(120_000_000) }),
    type,
    type,
  ],
  [
    'a letter packed a thousand times',
    'a.docx',
    () => docxFile({ name: 'word/media/a.bin', data: Buffer.alloc(20_000_000) }),
    type,
    type,
  ],
  [
    'a letter of ZIPs in ZIPs',
    'a.docx',
    () => docxFile({ name: 'word/a.zip', data: zipFile([{ name: 'b.zip' }]) }),
    type,
    type,
  ],
  [
    'a letter whose entries share their bytes',
    'a.docx',
    () => docxFile({ name: 'word/media/a.bin', data: 'x', overlapping: true }),
    type,
    type,
  ],
  [
    'a letter of 2,001 entries',
    'a.docx',
    () => docxFile(...Array.from({ length: 1_999 }, (_, n) => ({ name: `word/media/${n}` }))),
    type,
    type,
  ],
  [
    'a letter with an entry that climbs',
    'a.docx',
    () => docxFile({ name: '../../evil', data: 'x' }),
    type,
    unfit,
  ],
  [
    'a letter with an entry at the root',
    'a.docx',
    () => docxFile({ name: '/etc/passwd', data: 'x' }),
    type,
    unfit,
  ],
  ['a letter with macros by the name of one without', 'a.docx', () => docxFile(macros), type, type],
  [
    'a letter with macros in capitals elsewhere',
    'a.docx',
    () => docxFile({ name: 'x/VBAPROJECT.BIN' }),
    type,
    type,
  ],
  [
    'a letter with a template from elsewhere',
    'a.docx',
    () => docxFile(templateRelation('External')),
    type,
    type,
  ],
  [
    'a letter with such a template in references',
    'a.docx',
    () => docxFile(templateRelation('&#69;xternal', 'attached&#x54;emplate')),
    type,
    type,
  ],
  [
    'a letter with a list longer than it claims',
    'a.docx',
    () => docxFile({ ...templateRelation('Internal'), claimedSize: 5 }),
    type,
    unfit,
  ],
  [
    'a letter with an object in it',
    'a.docx',
    () => docxFile({ name: 'word/embeddings/oleObject1.bin' }),
    type,
    'taken: docx-embedded-object',
  ],
  [
    'a letter with encrypted entries',
    'a.docx',
    () => docxFile({ name: 'word/a', data: 'x', encrypted: true }),
    type,
    type,
  ],
  ['an encrypted letter', 'a.docx', () => docFile('EncryptedPackage'), type, type],
  ['an encrypted letter by the old name', 'a.doc', () => docFile('EncryptedPackage'), type, type],
  ['half a letter', 'a.docx', () => half(docxFile()), type, unfit],
  [
    'a table by the name of a letter',
    'a.docx',
    () => zipFile([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]),
    type,
    type,
  ],
  ['an old letter with macros', 'a.doc', () => docFile('Macros', '_VBA_PROJECT'), type, type],
  [
    'an old letter with an object in it',
    'a.doc',
    () => docFile('ObjectPool'),
    type,
    'taken: doc-embedded-object',
  ],
  ['an old letter whose directory turns in circles', 'a.doc', () => circle(docFile()), type, unfit],
  ['the head of an old letter', 'a.doc', () => docFile().subarray(0, 600), type, unfit],
];

/** The directory's last sector is followed by its first. */
function circle(doc: Buffer): Buffer {
  doc.writeUInt32LE(1, 512 + 4);
  return doc;
}

/** Fault F29: what each does, as a photo and as a document. */
export const badFiles: readonly BadFile[] = [
  ...pictures,
  ...polyglots,
  ...names,
  ...pdfs,
  ...letters,
].map(([what, name, make, asPhoto, asDocument, declared]) => ({
  what,
  name,
  make,
  asPhoto,
  asDocument,
  type: declared,
}));
