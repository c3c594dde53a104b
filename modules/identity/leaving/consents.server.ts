import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import type { ConsentKind, WithdrawableKind } from '../consents';
import type { ConsentDto } from './consent-calls';
import { consent } from '../tables.server';

/** All that the acting patient agreed to, oldest first, and what of it they took back. */
export async function ownConsents(ctx: Ctx<ActorOf<'patient'>>): Promise<ConsentDto[]> {
  const rows = await ctx.db
    .select()
    .from(consent)
    .where(eq(consent.patientId, ctx.actor.id))
    .orderBy(asc(consent.at), asc(consent.kind));
  return rows.map(({ kind, version, at, withdrawnAt }) => ({
    kind,
    version,
    givenAt: at.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }));
}

/** The acting patient takes a consent back, in every version of its text; taking it back again changes nothing. */
export async function withdrawConsent(
  ctx: TxCtx<ActorOf<'patient'>>,
  kind: WithdrawableKind,
): Promise<void> {
  const taken = await ctx.db
    .update(consent)
    .set({ withdrawnAt: sqlNow })
    .where(
      and(
        eq(consent.patientId, ctx.actor.id),
        eq(consent.kind, kind satisfies ConsentKind),
        isNull(consent.withdrawnAt),
      ),
    )
    .returning({ id: consent.id });
  if (taken.length === 0) return;
  await audit(ctx, {
    action: 'identity.consent-withdrawn',
    object: { type: 'patient', id: ctx.actor.id },
    facts: { kind },
  });
}
