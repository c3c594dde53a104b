export { documentTypes, nameForSaving, type DocumentTypeName } from './document/document-types';
export type { ClaimedFile } from './document/judge-type';
export { activeNamesInStreams } from './document/pdf-streams';
export { textOfDocx } from './document/docx-text.server';
export { textOfPdf } from './document/pdf-text';
export { measureDocument, readDocument, type ReadDocument } from './document/read-document.server';
export { damagedDocument } from './document/refusal';
