import { integer, text, uniqueIndex, uuid, type PgSchema } from 'drizzle-orm/pg-core';
import { newId } from '#platform/base/ids';
import { moment } from './kit';

/** Something about the sending of codes that a person should look at: one row per kind, dial code and hour. */
export const smsAlertIn = (schema: PgSchema<'identity'>) =>
  schema.table(
    'sms_alert',
    {
      id: uuid('id').primaryKey().$defaultFn(newId),
      kind: text('kind', {
        enum: ['unused-codes', 'site-busy', 'site-cap', 'low-conversion'],
      }).notNull(),
      /** Empty for the whole site. */
      dialCode: text('dial_code').notNull(),
      hour: moment('hour').notNull(),
      sent: integer('sent').notNull(),
      verified: integer('verified').notNull(),
      at: moment('at').notNull(),
    },
    (t) => [uniqueIndex('sms_alert_once_idx').on(t.kind, t.dialCode, t.hour)],
  );
