import { normalized } from '#platform/text/text';

/** How an address is stored and compared. */
export const asEmail = (text: string): string => normalized(text, 'NFC').trim().toLowerCase();
