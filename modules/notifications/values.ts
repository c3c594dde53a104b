/** A `visitor` has no account: its id is that of the ticket that knows the address. */
export const recipientTypes = ['patient', 'clinic', 'staff', 'visitor'] as const;
export type RecipientType = (typeof recipientTypes)[number];

/**
 * `queued`: being sent, for up to a day. `failed`: nothing more is tried. `dropped`: there was nobody left to
 * send it to.
 */
export const notificationStates = ['queued', 'sent', 'failed', 'dropped'] as const;

/** What people are notified of, as they may switch it on and off. */
export const topics = [
  'requests',
  'offers',
  'messages',
  'deals',
  'reviews',
  'support',
  'application',
  'account',
] as const;
export type Topic = (typeof topics)[number];

/** Who has an account in which notices are read. */
export type Reader = Exclude<RecipientType, 'staff' | 'visitor'>;

const topicsOf: Readonly<Record<Reader, readonly Topic[]>> = {
  patient: topics.filter((topic) => topic !== 'application'),
  clinic: topics,
};

/** In the order shown. */
export const topicsFor = (reader: Reader): readonly Topic[] => topicsOf[reader];

/** What guards an account, and what a clinic must do to keep its own: sent whatever its owner prefers. */
const untouchable: readonly Topic[] = ['application', 'account'];

export const isSwitchable = (topic: Topic): boolean => !untouchable.includes(topic);

/** Who is notified of a topic by mail and in the product; both until its owner says otherwise. */
export const channels = ['email', 'product'] as const;
export type NoticeChannel = (typeof channels)[number];

/** Open pages of a patient or a clinic hear by this word that a notice came, or was read elsewhere. */
export const noticesChanged = 'notifications.changed';
