/** Characters, after cleaning. */
export const maxSubject = 120;
export const maxTicketMessage = 4_000;
export const maxVisitorName = 80;
/** Of a canned answer. */
export const maxCannedName = 80;
/** How many canned answers the team keeps. */
export const mostCanned = 200;

/** Open pages of a ticket's owner hear by this word that something was written, seen or closed. */
export const ticketChanged = 'support.changed';

/** Whose a ticket is: somebody with an account, or a visitor who left an address. */
export const ticketOwners = ['patient', 'clinic', 'visitor'] as const;
export type TicketOwner = (typeof ticketOwners)[number];

/** A message waits for an answer within hours; a chat is a thread that both sides may follow live. */
export const ticketKinds = ['message', 'chat'] as const;
export type TicketKind = (typeof ticketKinds)[number];

/** `open` waits for the team, `answered` for its owner. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketPriorities = ['low', 'normal', 'high'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

/** Who wrote a message. */
export const ticketWriters = ['owner', 'staff'] as const;
export type TicketWriter = (typeof ticketWriters)[number];

/** Who closed a ticket; `clock`: nobody wrote for long enough after an answer. */
export const ticketClosers = ['staff', 'clock'] as const;
export type TicketCloser = (typeof ticketClosers)[number];
