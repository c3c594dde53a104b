import type { RecipientType } from './states';

/** What people are told about, as they may switch it on and off. */
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
  patient: ['requests', 'offers', 'messages', 'deals', 'reviews', 'support', 'account'],
  clinic: [
    'requests',
    'offers',
    'messages',
    'deals',
    'reviews',
    'support',
    'application',
    'account',
  ],
};

/** In the order shown. */
export const topicsFor = (reader: Reader): readonly Topic[] => topicsOf[reader];

/** What guards an account, and what a clinic must do to keep its own: told whatever somebody prefers. */
const untouchable: readonly Topic[] = ['application', 'account'];

export const isSwitchable = (topic: Topic): boolean => !untouchable.includes(topic);

/** Who is told of a topic by mail and in the product; both until somebody says otherwise. */
export const channels = ['email', 'product'] as const;
export type NoticeChannel = (typeof channels)[number];
