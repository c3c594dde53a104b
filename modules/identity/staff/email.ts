/** How an address is stored and compared. */
export const asEmail = (text: string): string => text.normalize('NFC').trim().toLowerCase();
