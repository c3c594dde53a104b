import { gzipSync } from 'node:zlib';
import { jpegPhoto, picture } from '../../../modules/consultation/testing';
import { pdfFile } from '../../kit/document-files';
import { eicar, type, withTail, type Row } from './row';

export const names: Row[] = [
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
