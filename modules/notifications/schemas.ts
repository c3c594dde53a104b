import { z } from 'zod';
import { defineCall, partySchema } from '#platform/base/call';
import { defineList, filterInstant, filterText, oneOrMany } from '#platform/lists/list';
import { isTimeZone } from '#platform/time/time-zone';
import { notificationStates, recipientTypes, topics } from './values';

const instant = z.iso.datetime();

/** Unread notices are counted up to here: at the cap there may be more. */
export const unreadCap = 100;

/** An in-app notification; in the reader's language. */
export const noticeDto = z.strictObject({
  _id: z.uuid(),
  /** Dotted word of what happened: `offers.made`. */
  kind: z.string(),
  text: z.string(),
  /** The page it is about, from the root of the site. */
  href: z.string(),
  createdAt: instant,
  readAt: instant.nullable(),
});
export type NoticeDto = z.output<typeof noticeDto>;

const unread = z.strictObject({
  unread: z.int(),
  /** Names `unread` where the count stopped at its cap. */
  capped: z.array(z.enum(['unread'])),
});
export type Unread = z.output<typeof unread>;

/** How many of at most so many: `100` stands for more than are counted. */
export const unreadOf = (found: number): Unread => ({
  unread: Math.min(found, unreadCap),
  capped: found >= unreadCap ? ['unread'] : [],
});

const asWhom = z.strictObject({ as: partySchema.optional() });
const audience = 'party';

export const noticesCall = defineCall({
  id: 'notifications.list-own',
  route: 'GET /notifications',
  summary: 'What you were told, newest first, 20 a page, and how much of it is unread',
  audience,
  query: asWhom.extend({ cursor: z.string().max(200).optional() }),
  data: unread.extend({ notifications: z.array(noticeDto), nextCursor: z.string().nullable() }),
  failures: ['which_session', 'invalid_cursor'],
});

/** Nothing named: all of them. What is not the reader's own is passed over like what is not there. */
export const markReadSchema = z.strictObject({
  // Not z.uuid(): an id that cannot exist is passed over as well.
  ids: z.array(z.string().max(100)).max(100).optional(),
  /** None that came later: what the reader has not seen yet. */
  upTo: instant.optional(),
});

export const markReadCall = defineCall({
  id: 'notifications.mark-read',
  route: 'POST /notifications/read',
  summary: 'Mark notifications as read: the named ones, or all',
  audience,
  query: asWhom,
  body: markReadSchema,
  data: unread,
  failures: ['which_session'],
});

/** `HH:MM`. */
const timeOfDay = z
  .string('notices.quiet.error.time')
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'notices.quiet.error.time');

export const quietHoursSchema = z
  .strictObject({
    from: timeOfDay,
    /** Before `from` where it is on the next day. */
    to: timeOfDay,
    /** IANA. */
    zone: z
      .string('notices.quiet.error.zone')
      .max(60, 'notices.quiet.error.zone')
      .refine(isTimeZone, 'notices.quiet.error.zone'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'notices.quiet.error.same' });
export type QuietHoursDto = z.output<typeof quietHoursSchema>;

const choice = z.strictObject({
  kind: z.enum(topics),
  email: z.boolean(),
  product: z.boolean(),
  /** On the person's own browsers that were let: what a client leaves out stays as it is. */
  push: z.boolean(),
  /** By text message to the person's own number; null where nothing of it is sent so. */
  sms: z.boolean().nullable(),
});

/** `locked`: what must be sent (of the account, of an application) cannot be switched off. */
const preferences = z.strictObject({
  preferences: z.array(choice.extend({ locked: z.boolean() })),
  /** When the browsers of the person who asks show nothing; null where they always do. */
  quietHours: quietHoursSchema.nullable(),
});
export type Preferences = z.output<typeof preferences>['preferences'];

export const setPreferencesSchema = z.strictObject({
  preferences: z
    .array(
      choice.extend({
        push: z.boolean().optional(),
        sms: z.boolean().nullish(),
        locked: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(topics.length),
  /** Null ends them; left out, they stay as they are. */
  quietHours: quietHoursSchema.nullish(),
});
export type PreferenceWish = z.output<typeof setPreferencesSchema>['preferences'];

export const preferencesCall = defineCall({
  id: 'notifications.preferences',
  route: 'GET /notification-preferences',
  summary: 'What you are told of by mail, in the product, on your browsers and by text message',
  audience,
  query: asWhom,
  data: preferences,
  failures: ['which_session'],
});

export const setPreferencesCall = defineCall({
  id: 'notifications.set-preferences',
  route: 'PUT /notification-preferences',
  summary:
    'Choose what you are told of by mail, in the product, on your browsers and by text message; what is left out stays as it is',
  audience,
  query: asWhom,
  body: setPreferencesSchema,
  data: preferences,
  failures: ['which_session'],
});

/** The console's list of notifications; `q` finds a kind, a recipient's id and an id among the params. */
export const notificationList = defineList({
  sort: ['createdAt', 'sentAt', 'failedAt', 'kind', 'status'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(notificationStates)),
    kind: oneOrMany(filterText),
    recipientType: z.enum(recipientTypes),
    recipientId: z.uuid(),
    from: filterInstant,
    to: filterInstant,
  },
});
