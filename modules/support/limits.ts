/** Characters, after cleaning. */
export const maxSubject = 120;
export const maxTicketMessage = 4_000;
export const maxVisitorName = 80;
/** Of a canned answer. */
export const maxCannedName = 80;
/** How many canned answers the team keeps. */
export const mostCanned = 200;
