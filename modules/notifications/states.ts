/** A `visitor` has no account: its id is that of the ticket that knows the address. */
export const recipientTypes = ['patient', 'clinic', 'staff', 'visitor'] as const;
export type RecipientType = (typeof recipientTypes)[number];

/**
 * `queued`: being sent, for up to a day. `failed`: nothing more is tried. `dropped`: there was nobody left to
 * send it to.
 */
export const notificationStates = ['queued', 'sent', 'failed', 'dropped'] as const;
