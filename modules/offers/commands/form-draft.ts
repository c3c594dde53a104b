import { and, eq, lt, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import type { FormTurn } from '#platform/form-turn';
import { deleteInSteps } from '#platform/person-data';
import { formDraft } from '../tables.server';
import { typedOffer, type TypedOffer } from '../typed-offer';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

const own = (ctx: ClinicCtx, leadId: string) =>
  and(eq(formDraft.clinicId, ctx.actor.id), eq(formDraft.leadId, leadId));

/**
 * Keeps what the acting clinic has typed of an offer so far, in place of what was kept before; not when the same form has
 * sent something later that arrived first. Whether the clinic sees the request is the caller's to ask.
 */
export async function keepOfferDraft(
  ctx: ClinicCtx,
  { leadId, fields, turn }: { leadId: string; fields: TypedOffer; turn: FormTurn | null },
): Promise<void> {
  const row = { fields, writer: turn?.writer ?? null, turn: turn?.turn ?? 0, savedAt: sqlNow };
  await ctx.db
    .insert(formDraft)
    .values({ clinicId: ctx.actor.id, leadId, ...row })
    .onConflictDoUpdate({
      target: [formDraft.clinicId, formDraft.leadId],
      set: row,
      setWhere: sql`${formDraft.writer} is distinct from excluded.writer
        or excluded.writer is null or ${formDraft.turn} < excluded.turn`,
    });
}

/** What the acting clinic has typed of an offer for a request; null where it began none. */
export async function readOfferDraft(
  ctx: ClinicCtx,
  { leadId }: { leadId: string },
): Promise<TypedOffer | null> {
  const [row] = await ctx.db
    .select({ fields: formDraft.fields })
    .from(formDraft)
    .where(own(ctx, leadId));
  return row ? typedOffer.parse(row.fields) : null;
}

/** The offer is sent, or given up. */
export async function dropOfferDraft(
  ctx: ClinicCtx,
  { leadId }: { leadId: string },
): Promise<void> {
  await ctx.db.delete(formDraft).where(own(ctx, leadId));
}

/** Forgets what no clinic came back to for a month, some at a time; returns how much that was. */
export const forgetOfferDrafts = (ctx: Ctx): Promise<number> =>
  deleteInSteps(ctx, formDraft, lt(formDraft.savedAt, sql`platform.now() - interval '30 days'`));
