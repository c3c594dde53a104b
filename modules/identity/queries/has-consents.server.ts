import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { consentVersions, type ConsentKind } from '../contract';
import { consent } from '../tables.server';

/** Whether the acting patient agreed to the current version of all these texts. */
export async function hasConsents(
  ctx: Ctx<ActorOf<'patient'>>,
  kinds: readonly ConsentKind[],
): Promise<boolean> {
  const given = await ctx.db
    .select({ kind: consent.kind, version: consent.version })
    .from(consent)
    .where(eq(consent.patientId, ctx.actor.id));
  return kinds.every((kind) =>
    given.some((row) => row.kind === kind && row.version === consentVersions[kind]),
  );
}
