import type { UnfitReason } from './uploading';
import type { attachment } from './tables.server';

type Judged = Pick<typeof attachment.$inferSelect, 'contactData' | 'readable'>;

/** Why a file is not sent before an offer is accepted: it holds contact data, or not all of it could be read. */
export function unfitBeforeChoice({ contactData, readable }: Judged): UnfitReason | null {
  if (contactData.length > 0) return 'contact-data';
  return readable ? null : 'unreadable';
}
