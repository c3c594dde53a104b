import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sides } from '#platform/base/actor';
import { bytes, cursorMoment, moment } from '#platform/base/columns.server';
import {
  type CarriedId,
  deliveryStates,
  endpointStates,
  offReasons,
  type PublicEventName,
  pushMakers,
  receiverKinds,
  tryFailures,
} from './values';

export const webhooksSchema = pgSchema('webhooks');

/**
 * Where the courier delivers to: an endpoint of a clinic, or a browser of a person. The courier reads it and changes nothing
 * of it.
 */
export const receiver = webhooksSchema.table(
  'receiver',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: receiverKinds }).notNull(),
    /** Whose endpoint it is; null of a browser. */
    clinicId: uuid('clinic_id'),
    /** https, on 443; its name is resolved when it is dialled. Null of a browser, whose address is sealed. */
    url: text('url'),
    /** Public names of events; a browser has topics (`notifications.preference`) in their place. */
    events: text('events').array().$type<PublicEventName[]>().notNull(),
    state: text('state', { enum: endpointStates }).notNull(),
    offBecause: text('off_because', { enum: offReasons }),
    /**
     * Under a key of COURIER_CIPHER_KEYS, bound to the id: what deliveries are signed with; of a browser its address at the
     * push service and what deliveries are encrypted for.
     */
    secretCipher: bytes('secret_cipher').notNull(),
    /** Signs beside it until then, once it was replaced. */
    previousCipher: bytes('previous_cipher'),
    previousUntil: moment('previous_until'),
    createdAt: cursorMoment('created_at').notNull(),
    /** When it was last switched on: what failed before does not switch it off again. */
    onSince: moment('on_since').notNull(),
    /** Of a browser: the account whose news it shows. */
    readerType: text('reader_type', { enum: sides }),
    readerId: uuid('reader_id'),
    /** The patient, or the member of the clinic's team, whose browser it is. */
    personId: uuid('person_id'),
    /** Signed in there when it was added: it hears nothing once that is over. */
    sessionId: uuid('session_id'),
    maker: text('maker', { enum: pushMakers }),
    /** sha-256 of its address: a browser has one for each side, whoever signs in. */
    addressHash: bytes('address_hash'),
  },
  (t) => [
    index('receiver_clinic_idx').on(t.clinicId, t.createdAt, t.id),
    index('receiver_previous_idx')
      .on(t.previousUntil)
      .where(sql`previous_until is not null`),
    check('receiver_off', sql`(${t.state} = 'off') = (${t.offBecause} is not null)`),
    check('receiver_previous', sql`(${t.previousCipher} is null) = (${t.previousUntil} is null)`),
    check('receiver_url', sql`${t.url} like 'https://%' and char_length(${t.url}) <= 500`),
    uniqueIndex('receiver_browser_idx').on(t.addressHash, t.readerType),
    index('receiver_reader_idx')
      .on(t.readerId, t.readerType)
      .where(sql`reader_id is not null`),
    index('receiver_session_idx')
      .on(t.sessionId)
      .where(sql`session_id is not null`),
    check(
      'receiver_whose',
      sql`case ${t.kind} when 'push' then num_nonnulls(${t.readerType}, ${t.readerId}, ${t.personId}, ${t.sessionId},
        ${t.maker}, ${t.addressHash}) = 6 and num_nonnulls(${t.clinicId}, ${t.url}) = 0
        else num_nonnulls(${t.clinicId}, ${t.url}) = 2 and ${t.readerId} is null end`,
    ),
  ],
);

/**
 * What is to be delivered: written in the transaction of its event, read and marked by the courier. No foreign key: an
 * endpoint that is removed meanwhile must not undo an event; what is left of it is removed with what is old.
 */
export const delivery = webhooksSchema.table(
  'delivery',
  {
    /** `webhook-id`, the same at each try. */
    id: uuid('id').primaryKey(),
    /** The order in which deliveries of one thing go to one receiver. */
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    receiverId: uuid('receiver_id').notNull(),
    /** Null of what goes to a browser. */
    clinicId: uuid('clinic_id'),
    /** Public name of the event; to a browser the side that reads it and the kind of the notification. */
    type: text('type').$type<PublicEventName>().notNull(),
    /** What it is about: the first of its ids. */
    thing: uuid('thing').notNull(),
    ids: jsonb('ids').$type<Partial<Record<CarriedId, string>>>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    state: text('state', { enum: deliveryStates }).notNull(),
    /** Begun, whether or not their end is known. */
    tries: integer('tries').notNull(),
    dueAt: moment('due_at').notNull(),
    /** Of the try under way, which alone may mark it. */
    claim: uuid('claim'),
    claimedUntil: moment('claimed_until'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('delivery_due_idx')
      .on(t.receiverId, t.dueAt, t.seq)
      .where(sql`state = 'waiting'`),
    index('delivery_thing_idx')
      .on(t.receiverId, t.thing, t.seq)
      .where(sql`state = 'waiting'`),
    index('delivery_claimed_idx')
      .on(t.receiverId)
      .where(sql`claim is not null`),
    // How far behind the courier is.
    index('delivery_oldest_idx')
      .on(t.dueAt)
      .where(sql`state = 'waiting'`),
    index('delivery_failed_idx')
      .on(t.endedAt)
      .where(sql`state = 'failed'`),
    index('delivery_ended_idx')
      .on(t.endedAt, t.id)
      .where(sql`ended_at is not null`),
    index('delivery_clinic_idx').on(t.clinicId, t.id),
    // Of browsers, all that was recorded; they have few.
    index('delivery_browser_idx')
      .on(t.receiverId, t.endedAt)
      .where(sql`clinic_id is null`),
    index('delivery_gone_idx')
      .on(t.receiverId)
      .where(sql`state = 'gone'`),
    check('delivery_ended', sql`(${t.state} = 'waiting') = (${t.endedAt} is null)`),
    check('delivery_claim', sql`(${t.claim} is null) = (${t.claimedUntil} is null)`),
  ],
);

/** One try of a delivery to an endpoint, added by the courier. */
export const attempt = webhooksSchema.table(
  'attempt',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid('delivery_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    at: cursorMoment('at').notNull(),
    /** HTTP status of the answer; null where there was none. */
    status: smallint('status'),
    failure: text('failure', { enum: tryFailures }),
    /** Milliseconds. */
    took: integer('took').notNull(),
  },
  (t) => [
    index('attempt_clinic_idx').on(t.clinicId, t.id),
    index('attempt_at_idx').on(t.at),
    check('attempt_end', sql`num_nonnulls(${t.status}, ${t.failure}) = 1`),
  ],
);
