import { and, eq, sql } from 'drizzle-orm';
import { withTransaction } from '#engine';
import { personIdOf, type Side } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import type { QuietHours } from '../rules';
import type { PreferenceWish } from '../schemas';
import { preference, quietHours } from '../tables.server';
import { isSwitchable, isTexted, type Reader, type Topic, topicsFor } from '../values';

export interface PreferenceChange {
  readonly preferences: PreferenceWish;
  /** Null ends them. */
  readonly quietHours?: QuietHours | null;
}

/**
 * What the acting person is notified of from now on, and when their browsers show nothing; what is left out stays as it is.
 *
 * @throws AppError `validation_failed` for what cannot be switched off, for a topic that is not the person's, and for one
 *   that is named twice
 */
export async function setPreferences(
  ctx: CtxOf<Side>,
  { preferences, quietHours: hours }: PreferenceChange,
): Promise<void> {
  const { kind: readerType } = ctx.actor;
  for (const { kind: topic, email, product, push = true, sms } of preferences) {
    if (!topicsFor(readerType).includes(topic)) throw refused('notices.preferences.unknown');
    if (!isSwitchable(topic) && !(email && product && push))
      throw refused('notices.preferences.locked');
    if (sms && !isTexted(readerType, topic)) throw refused('notices.preferences.no_sms');
  }
  if (new Set(preferences.map(({ kind }) => kind)).size < preferences.length)
    throw refused('notices.preferences.twice');
  const wishes = preferences.filter(({ kind }) => isSwitchable(kind));
  await withTransaction(ctx, async (tx) => {
    if (wishes.length > 0) await writeWishes(tx, wishes);
    if (hours !== undefined) await setQuietHours(tx, hours);
  });
}

/** Of the account what reaches its address and its list, of the person what reaches them alone. */
async function writeWishes(ctx: CtxOf<Side>, wishes: PreferenceWish): Promise<void> {
  const { kind: readerType, id: readerId } = ctx.actor;
  await ctx.db.execute(sql`
    with wish as (
      select ${readerType} as type, ${readerId}::uuid as id, w.*, platform.now() as at
      from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb)
        as w(kind text, email bool, product bool, push bool, sms bool)
    ), own as (
      insert into notifications.person_preference as p
        (reader_type, reader_id, person_id, topic, push, sms, changed_at)
      select type, id, ${personIdOf(ctx.actor)}::uuid, kind, push, sms, at from wish
      where push is not null or sms is not null
      on conflict (reader_id, reader_type, person_id, topic) do update set
        push = coalesce(excluded.push, p.push), sms = coalesce(excluded.sms, p.sms), changed_at = excluded.changed_at
    )
    insert into notifications.preference (reader_type, reader_id, topic, email, product, changed_at)
    select type, id, kind, email, product, at from wish
    on conflict (reader_id, reader_type, topic) do update set
      email = excluded.email, product = excluded.product, changed_at = excluded.changed_at`);
}

/** Sets when it is quiet for the acting person, or with null that it never is. */
async function setQuietHours(ctx: CtxOf<Side>, hours: QuietHours | null): Promise<void> {
  const { kind: readerType, id: readerId } = ctx.actor;
  const personId = personIdOf(ctx.actor);
  if (!hours) {
    const own = and(eq(quietHours.readerId, readerId), eq(quietHours.personId, personId));
    return void (await ctx.db.delete(quietHours).where(own));
  }
  await ctx.db
    .insert(quietHours)
    .values({ readerType, readerId, personId, ...hours, changedAt: sqlNow })
    .onConflictDoUpdate({
      target: [quietHours.readerId, quietHours.readerType, quietHours.personId],
      set: { ...hours, changedAt: sqlNow },
    });
}

/** Removes the choices of a person who is no member of the clinic any more. */
export async function forgetPerson(
  ctx: Ctx,
  { readerId, personId }: { readonly readerId: string; readonly personId: string },
): Promise<void> {
  await ctx.db.execute(sql`
    with chosen as (
      delete from notifications.person_preference
      where reader_id = ${readerId}::uuid and person_id = ${personId}::uuid)
    delete from notifications.quiet_hours
    where reader_id = ${readerId}::uuid and person_id = ${personId}::uuid`);
}

const refused = (message: string): AppError =>
  new AppError('validation_failed', { fields: { preferences: [message] } });

/** Ends mails about one topic, for whoever follows the link of such a mail; what is shown in the product stays. */
export async function endMailsAbout(
  ctx: Ctx,
  { reader, topic }: { reader: { type: Reader; id: string }; topic: Topic },
): Promise<void> {
  await ctx.db
    .insert(preference)
    .values({
      readerType: reader.type,
      readerId: reader.id,
      topic,
      email: false,
      product: true,
      changedAt: sqlNow,
    })
    .onConflictDoUpdate({
      target: [preference.readerId, preference.readerType, preference.topic],
      set: { email: false, changedAt: sql`excluded.changed_at` },
    });
}
