/** What a file may be that is not only a photo: how it begins, what it is called and what a sender may declare it to be. */
interface DocumentType {
  /** By content, as it is stored and served. */
  readonly contentType: string;
  /** Hex; empty where nothing marks the beginning. */
  readonly magic: string;
  readonly extensions: readonly string[];
  readonly declared: readonly string[];
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const documentTypes = {
  pdf: {
    contentType: 'application/pdf',
    magic: '255044462d',
    extensions: ['pdf'],
    declared: ['application/pdf', 'application/x-pdf'],
  },
  jpeg: {
    contentType: 'image/jpeg',
    magic: 'ffd8ff',
    extensions: ['jpg', 'jpeg'],
    declared: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  },
  png: {
    contentType: 'image/png',
    magic: '89504e470d0a1a0a',
    extensions: ['png'],
    declared: ['image/png', 'image/x-png', 'image/apng'],
  },
  webp: {
    contentType: 'image/webp',
    magic: '52494646',
    extensions: ['webp'],
    declared: ['image/webp'],
  },
  docx: {
    contentType: docx,
    magic: '504b0304',
    extensions: ['docx'],
    declared: [docx],
  },
  doc: {
    contentType: 'application/msword',
    magic: 'd0cf11e0a1b11ae1',
    extensions: ['doc'],
    declared: ['application/msword', 'application/vnd.ms-word'],
  },
  txt: {
    contentType: 'text/plain',
    magic: '',
    extensions: ['txt'],
    declared: ['text/plain'],
  },
} as const satisfies Record<string, DocumentType>;

export type DocumentTypeName = keyof typeof documentTypes;

/** The media type of a stored document belongs under this name when it is saved. */
export function nameForSaving(name: string, contentType: string): string {
  const type: DocumentType | undefined = Object.values(documentTypes).find(
    (each) => each.contentType === contentType,
  );
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!type || type.extensions.includes(extension)) return name;
  return `${name.replace(/\.\w{1,5}$/, '')}.${type.extensions[0]}`;
}
