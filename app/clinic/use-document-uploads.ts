import { documentsPath, type DocumentKind } from '#contracts/clinic-onboarding';
import { sendFile } from '#app/uploads/send-file';
import { useUploads } from '#app/uploads/use-uploads';

const send = (file: File, kind: DocumentKind, onProgress: (share: number) => void) =>
  sendFile(file, { path: `/api${documentsPath}`, field: 'document', fields: { kind } }, onProgress);

/** Documents of this page on their way, each within its kind. */
export function useDocumentUploads() {
  const uploads = useUploads<DocumentKind>(send);
  return { ...uploads, sending: uploads.uploads.some(({ failure }) => failure === undefined) };
}
export type DocumentUploads = ReturnType<typeof useDocumentUploads>;
