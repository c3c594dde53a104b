import { documentTypes } from '#platform/document';
import type { UnfitReason } from './uploading';
import type { attachment } from './tables.server';

type Judged = Pick<typeof attachment.$inferSelect, 'contentType' | 'contactData' | 'readable'>;

const pdf: string = documentTypes.pdf.contentType;

/** Why a file is not sent before an offer is accepted: then only pictures and PDFs without contact data are. */
export function unfitBeforeChoice({
  contentType,
  contactData,
  readable,
}: Judged): UnfitReason | null {
  if (contentType !== pdf && !contentType.startsWith('image/')) return 'only-pictures';
  if (contactData.length > 0) return 'contact-data';
  return readable ? null : 'unreadable';
}
