/** A `visitor` has no account: its id is that of the ticket that knows the address. */
export const recipientTypes = ['patient', 'clinic', 'staff', 'visitor'] as const;
export type RecipientType = (typeof recipientTypes)[number];

/**
 * `queued`: being sent, for up to a day. `failed`: nothing more is tried. `dropped`: there was nobody left to
 * send it to.
 */
export const notificationStates = ['queued', 'sent', 'failed', 'dropped'] as const;

/** Kind of the mail that stands for news of several things and kinds. */
export const digestMail = 'notifications.digest';

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

/**
 * How a person is notified of a topic: by mail, in the product, and on browsers, every way until its owner says otherwise;
 * by text message once its owner says so.
 */
export const channels = ['email', 'product', 'push', 'sms'] as const;
export type NoticeChannel = (typeof channels)[number];

/** Topics in which something cannot wait: an offer that ends in two hours, a date tomorrow. */
const textedTopics: Readonly<Record<Reader, readonly Topic[]>> = {
  patient: ['offers', 'deals'],
  clinic: ['deals'],
};

/** Whether anything of a topic is sent by text message, to whoever chose that. */
export const isTexted = (reader: Reader, topic: Topic): boolean =>
  textedTopics[reader].includes(topic);

/** By mail to the address of an account, or by text message to the number of one of its people. */
export const sentBy = ['email', 'sms'] as const;

/** Open pages of a patient or a clinic hear by this word that a notice came, or was read elsewhere. */
export const noticesChanged = 'notifications.changed';
