import { sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import type { PreferenceWish } from '../calls';
import { preference } from '../tables.server';
import { isSwitchable, topicsFor, type Reader, type Topic } from '../topics';

/**
 * What the acting person is told of from now on; topics that are left out stay as they are.
 *
 * @throws AppError `validation_failed` for what cannot be switched off, for a topic that is not the person's, and for one
 *   that is named twice
 */
export async function setPreferences(
  ctx: Ctx<ActorOf<'patient' | 'clinic'>>,
  { preferences }: { preferences: PreferenceWish },
): Promise<void> {
  const { kind: readerType, id: readerId } = ctx.actor;
  for (const { kind: topic, email, product } of preferences) {
    if (!topicsFor(readerType).includes(topic)) throw refused('notices.preferences.unknown');
    if (!isSwitchable(topic) && !(email && product)) throw refused('notices.preferences.locked');
  }
  if (new Set(preferences.map(({ kind }) => kind)).size < preferences.length)
    throw refused('notices.preferences.twice');
  const rows = preferences
    .filter(({ kind }) => isSwitchable(kind))
    .map(({ kind: topic, email, product }) => ({
      ...{ readerType, readerId, topic, email, product },
      changedAt: sqlNow,
    }));
  if (rows.length === 0) return;
  await ctx.db
    .insert(preference)
    .values(rows)
    .onConflictDoUpdate({
      target: [preference.readerId, preference.readerType, preference.topic],
      set: {
        email: sql`excluded.email`,
        product: sql`excluded.product`,
        changedAt: sql`excluded.changed_at`,
      },
    });
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
