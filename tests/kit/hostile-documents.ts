import { deflateSync } from 'node:zlib';
import { docxDeclaring, docxFile, docxSaying, relation } from './document-files';
import { oleFile } from './ole-file';

/** A family of files that are made to cost whoever reads them more than their length. */
export interface HostileDocument {
  readonly name: string;
  readonly kind: 'pdf' | 'docx' | 'doc' | 'txt' | 'image';
  /** `n` is about the number of characters that must be read, unpacked. */
  make(n: number): Buffer;
}

const times = (text: string, n: number): string => text.repeat(Math.ceil(n / text.length));
const object = (dictionary: string, body: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`1 0 obj\n<< ${dictionary} >>\nstream\n`),
    Buffer.from(body as string, 'latin1'),
    Buffer.from('\nendstream\nendobj\n'),
  ]);
const file = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...parts.map((part) => Buffer.from(part as string, 'latin1')),
    Buffer.from('\ntrailer << >>\n%%EOF\n'),
  ]);
/** A PDF with one packed stream that says this. */
const packed = (text: string): Buffer =>
  file(object('/Filter /FlateDecode', deflateSync(Buffer.from(text, 'latin1'))));

const pdf = (name: string, make: (n: number) => Buffer): HostileDocument => ({
  name,
  kind: 'pdf',
  make,
});
const page = (name: string, unit: string, before = 'BT (a) Tj '): HostileDocument =>
  pdf(name, (n) => packed(before + times(unit, n)));
const docx = (name: string, make: (n: number) => Buffer): HostileDocument => ({
  name,
  kind: 'docx',
  make,
});
/** What cannot be packed, so that no limit of packing ends it first. */
const noise = Buffer.alloc(400_000);
for (let at = 0, seed = 7; at < noise.length; at += 1)
  noise[at] = (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16;
const ballast = { name: 'word/media/a.bin', data: noise };
const letter = (name: string, xml: (n: number) => string): HostileDocument =>
  docx(name, (n) => docxSaying(xml(n), ballast));

const pages: HostileDocument[] = [
  pdf('escaped brackets', (n) => packed(` BT Tj ${times('\\(', n)}`)),
  page('open brackets', '('),
  page('nested brackets', '((a)'),
  page('brackets and escapes', '(\\'),
  page('open hexadecimal strings', '<00'),
  page('hexadecimal digits', '0', 'BT (a) Tj <'),
  page('digits', '1', 'BT Tj '),
  page('signs', '-', 'BT Tj '),
  page('operators', ' Td'),
  page('quotes', "' "),
  page('pictures within a page', 'BI ID '),
  page('pictures that nearly end', 'xEI', 'BT Tj BI ID '),
  page('comments', '%('),
  page('single strings', '(1 )Tj '),
  page('number words', '(one two )Tj '),
  page('telephone numbers', '(call 0532 123 45 67, so )Tj '),
  page('signs of addresses', '(a@)Tj '),
  page('octal escapes', '\\101', 'BT Tj ('),
];

const tables: HostileDocument[] = [
  page('tables of characters that begin', 'beginbfchar ', ''),
  page('tables of ranges that begin', 'beginbfrange ', ''),
  pdf('lists in ranges that stay open', (n) =>
    packed(`beginbfrange ${times('<00><00>[', n)}endbfrange`),
  ),
  pdf('ranges over the same codes', (n) =>
    packed(`beginbfrange ${times('<0000> <2710> <0041> ', n)}endbfrange BT (ab) Tj`),
  ),
  pdf('lists without codes', (n) => packed(`beginbfrange ${times('<00><00>[]', n)}endbfrange`)),
  pdf('many tables for one text', (n) =>
    file(
      ...Array.from({ length: 20 }, (_, at) =>
        object(
          '',
          `beginbfrange <00> <ff> <${(0x30 + at).toString(16).padStart(4, '0')}> endbfrange`,
        ),
      ),
      object('', `BT (${times('1 2-', n)}) Tj`),
    ),
  ),
];

const objects: HostileDocument[] = [
  pdf('streams that begin', (n) => file(times('stream\n', n))),
  pdf('streams without an end, each with a dictionary', (n) =>
    file(times('obj<</ObjStm>>stream\n', n)),
  ),
  pdf('tiny streams', (n) => file(times('obj<<>>stream\nBT (a) Tj\nendstream\n', n))),
  pdf('pictures', (n) => file(times('obj/Image stream\nendstream\n', n))),
  pdf('streams that unpack to too much', (n) => {
    const bomb = object('/Filter /FlateDecode', deflateSync(Buffer.alloc(4_300_000)));
    return file(...Array.from({ length: Math.ceil(n / 4_000) }, () => bomb));
  }),
  pdf('object streams that are named', (n) => file(times('/ObjStm ', n))),
  pdf('objects', (n) => file(times('1 0 obj endobj ', n))),
  pdf('escaped names', (n) => file(times('/#41', n))),
  pdf('addresses that do not end', (n) => file(times('/URI (a', n))),
  pdf('spaces after an address', (n) => file(`/URI${times(' ', n)}`)),
  pdf('addresses', (n) => file(times('/URI (https://example.com/a) ', n))),
];

const letters: HostileDocument[] = [
  letter('a name without a value', (n) => `<w:a ${times('a', n)}>`),
  letter('names without values', (n) => `<w:a ${times('a ', n)}>`),
  letter('spaces after a name', (n) => `<w:a a${times(' ', n)}>`),
  letter('attributes', (n) => `<w:a ${times('a1="" ', n)}>`),
  letter('different attributes', (n) => {
    const names = Array.from({ length: Math.ceil(n / 8) }, (_, at) => `a${at}="" `);
    return `<w:a ${names.join('')}>`;
  }),
  letter('runs', (n) => times('<w:r><w:t>a</w:t></w:r>', n)),
  letter('deep nesting', (n) => times('<w:p>', n)),
  letter('references', (n) => times('&#65;', n)),
  letter('references that do not end', (n) => times('&#x', n)),
  letter('elements', (n) => times('<a/>', n)),
  docx('entities of entities', (n) =>
    docxSaying(
      Buffer.from(
        `<!DOCTYPE w [<!ENTITY a "${'a'.repeat(40)}">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${'&a;'.repeat(10)}">`).join('')}]><w:document>${times('&a19;', n)}</w:document>`,
      ),
      ballast,
    ),
  ),
  docx('archives within archives', (n) => {
    let inner = docxSaying(times('<w:r><w:t>a</w:t></w:r>', n), ballast);
    for (let depth = 0; depth < 10; depth += 1)
      inner = docxFile({ name: `word/embeddings/${depth}.docx`, data: inner });
    return inner;
  }),
  letter('comments', (n) => times('<!---->', n)),
  letter('fields that are judged at each step', (n) =>
    times(
      '<w:fldChar w:fldCharType="separate"/><w:instrText>aaaaaaaaaaaaaaaaaaaaaaaaaaaaa</w:instrText>',
      n,
    ),
  ),
  letter('fields within fields', (n) => times('<w:fldChar w:fldCharType="begin"/>', n)),
  letter('spaces within a declaration', (n) => `<?xml ${times('encoding ', n)}?>`),
  docx('types of content', (n) =>
    docxDeclaring(
      `<Types>${times('<Default Extension="a" ContentType="b"/>', n)}</Types>`,
      ballast,
    ),
  ),
  docx('relationships', (n) => {
    const { name, data } = relation('hyperlink', 'https://example.com/');
    return docxFile({ name, data: `${String(data)}${times(String(data).slice(38), n)}` }, ballast);
  }),
  docx('parts', (n) =>
    docxFile(
      ...Array.from({ length: Math.min(1_900, Math.ceil(n / 200)) }, (_, at) => ({
        name: `word/${at}.xml`,
        data: '<a/>',
      })),
    ),
  ),
];

/** Files that cost their readers most, by what they are; what they are for is in their names. */
export const hostileDocuments: readonly HostileDocument[] = [
  ...pages,
  ...tables,
  ...objects,
  ...letters,
  {
    name: 'folders of a container that follow themselves',
    kind: 'doc',
    make: (n) => {
      const bytes = oleFile([{ name: 'WordDocument' }]);
      // The sector of the folders is followed by itself.
      bytes.writeUInt32LE(1, 512 + 4);
      return Buffer.concat([bytes, Buffer.alloc(n)]);
    },
  },
  { name: 'spaces', kind: 'txt', make: (n) => Buffer.from(times(' \n', n)) },
  { name: 'markup that begins', kind: 'txt', make: (n) => Buffer.from(times('a <!', n)) },
  {
    name: 'markers of a picture',
    kind: 'image',
    make: (n) => Buffer.from(`ffd8${times('ffe00002', n)}`, 'hex'),
  },
  {
    name: 'chunks of a picture',
    kind: 'image',
    make: (n) => {
      const head = '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489';
      return Buffer.from(`${head}${times('000000007445587400000000', n)}`, 'hex');
    },
  },
];

/** The name under which such a file is uploaded. */
export const nameOfHostile = ({ kind }: HostileDocument, bytes: Buffer): string =>
  kind === 'image' ? (bytes[0] === 0xff ? 'a.jpg' : 'a.png') : `a.${kind}`;
