import { sqlNow } from '#platform/clock';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { consentVersions, type ConsentKind } from '../contract';
import { consent } from '../tables.server';

/** Records that the acting patient agreed to the current version of these texts; a repeat changes nothing. */
export const recordConsent = (
  ctx: Ctx<ActorOf<'patient'>>,
  kinds: readonly ConsentKind[],
): Promise<void> => recordConsentOf(ctx, ctx.actor.id, kinds);

export async function recordConsentOf(
  ctx: Ctx,
  patientId: string,
  kinds: readonly ConsentKind[],
): Promise<void> {
  await ctx.db
    .insert(consent)
    .values(kinds.map((kind) => ({ patientId, kind, version: consentVersions[kind], at: sqlNow })))
    .onConflictDoNothing();
}
