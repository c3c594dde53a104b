/** Open pages of a ticket's owner are told by this word that something was written, seen or closed. */
export const ticketChanged = 'support.changed';
