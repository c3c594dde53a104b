/** Below `/api`: where a document is sent. */
export const documentsPath = '/documents';
