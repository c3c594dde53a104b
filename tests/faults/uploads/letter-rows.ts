import { docFile, docxFile, templateRelation } from '../../kit/document-files';
import { zipFile } from '../../kit/zip-file';
import { half, type, unfit, type Row } from './row';

const macros = { name: 'word/vbaProject.bin', data: 'x' };

export const letters: Row[] = [
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
    'a letter that says it unpacks to less than it is',
    'a.docx',
    () =>
      docxFile({ name: 'word/media/a.bin', data: Buffer.alloc(20_000_000), claimedSize: 1_000 }),
    type,
    unfit,
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
