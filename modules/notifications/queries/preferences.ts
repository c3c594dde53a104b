import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import type { Preferences } from '../calls';
import { preference } from '../tables.server';
import { isSwitchable, topicsFor, type Reader, type Topic } from '../topics';

/** Everything the acting person may be told of, and how: both ways where nothing was said. */
export async function ownPreferences(
  ctx: Ctx<ActorOf<'patient' | 'clinic'>>,
): Promise<Preferences> {
  const { kind: type, id } = ctx.actor;
  const rows = await ctx.db
    .select({ topic: preference.topic, email: preference.email, product: preference.product })
    .from(preference)
    .where(and(eq(preference.readerId, id), eq(preference.readerType, type)));
  return topicsFor(type).map((topic) => {
    const locked = !isSwitchable(topic);
    const said = locked ? undefined : rows.find((row) => row.topic === topic);
    return { kind: topic, email: said?.email ?? true, product: said?.product ?? true, locked };
  });
}

/** Whether somebody is to have mails about a topic, as they prefer at this moment. */
export async function wantsMail(
  ctx: Ctx,
  { reader, topic }: { reader: { type: Reader; id: string }; topic: Topic },
): Promise<boolean> {
  if (!isSwitchable(topic)) return true;
  const [said] = await ctx.db
    .select({ email: preference.email })
    .from(preference)
    .where(
      and(
        eq(preference.readerId, reader.id),
        eq(preference.readerType, reader.type),
        eq(preference.topic, topic),
      ),
    );
  return said?.email ?? true;
}
