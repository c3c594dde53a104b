/** Below `/api`: where files are sent. */
export const attachmentsPath = '/attachments';

/** What an upload is called in a form and in the API. */
export const attachmentField = 'attachment';

/** For the picker of a form (docs/product.md, Offers and deals). */
export const acceptedAttachments = 'image/jpeg,image/png,image/webp,.pdf,.doc,.docx,.txt';

/** The same until an offer is accepted: Word 97 files cannot be read for contact data, so they do not pass. */
export const acceptedBeforeChoice = 'image/jpeg,image/png,image/webp,.pdf,.docx,.txt';

/** Of one offer, and of one message. */
export const maxAttachments = 10;

export const unfitReasons = ['contact-data', 'unreadable'] as const;
export type UnfitReason = (typeof unfitReasons)[number];
