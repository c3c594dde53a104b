import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { audit } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { Ctx, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import type { ConsentDto } from './schemas';
import { consent } from './tables.server';
import { type ConsentKind, consentVersions, type WithdrawableKind } from './values';

/** What is agreed to on the way in: with the registration, and once more after a text has changed. */
const terms = ['terms', 'privacy'] as const satisfies readonly ConsentKind[];

/** Records that a patient agreed to the current terms and privacy policy; a repeat changes nothing. */
export async function agreeToTermsOf(ctx: Ctx, patientId: string): Promise<void> {
  await recording(ctx, patientId, terms);
}

/** As {@link agreeToTermsOf}, by the acting patient. */
export const agreeToTerms = (ctx: Ctx<ActorOf<'patient'>>): Promise<void> =>
  agreeToTermsOf(ctx, ctx.actor.id);

/** Whether the acting patient agreed to the current terms and privacy policy. */
export async function agreesToTerms(ctx: Ctx<ActorOf<'patient'>>): Promise<boolean> {
  const agreed = await ctx.db
    .select({ kind: consent.kind })
    .from(consent)
    .where(and(eq(consent.patientId, ctx.actor.id), or(...terms.map(isCurrent))));
  return agreed.length === terms.length;
}

/**
 * Records that the acting patient agreed to the current version of these texts, if they have agreed to the current
 * terms and privacy policy before; a repeat changes nothing. The caller's transaction undoes it with the refusal, and until
 * it ends none of these consents is withdrawn.
 *
 * @throws AppError `consent_required`
 */
export async function recordConsent(
  ctx: TxCtx<ActorOf<'patient'>>,
  kinds: readonly ConsentKind[],
): Promise<void> {
  const patientId = ctx.actor.id;
  const recorded = ctx.db
    .$with('recorded')
    .as(recording(ctx, patientId, kinds).returning({ id: consent.id }));
  const standing = await ctx.db
    .with(recorded)
    .select({ kind: consent.kind })
    .from(consent)
    .where(
      and(
        eq(consent.patientId, patientId),
        isNull(consent.withdrawnAt),
        or(...[...terms, ...kinds].map(isCurrent)),
      ),
    )
    .for('share');
  const agreed = terms.every((kind) => standing.some((each) => each.kind === kind));
  if (!agreed) throw new AppError('consent_required');
}

const isCurrent = (kind: ConsentKind) =>
  and(eq(consent.kind, kind), eq(consent.version, consentVersions[kind]));

const recording = (ctx: Ctx, patientId: string, kinds: readonly ConsentKind[]) =>
  ctx.db
    .insert(consent)
    .values(kinds.map((kind) => ({ patientId, kind, version: consentVersions[kind], at: sqlNow })))
    .onConflictDoNothing();

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
