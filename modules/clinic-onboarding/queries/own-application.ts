import { asc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { ApplicationDetails, ClinicDto } from '../dto';
import { readPromises } from '../calendar/promise-of.server';
import { isMended } from '../mended';
import { missingKinds } from '../evidence';
import { documentsOf, ownRow } from '../repo.server';
import { applicationActivity, clinic } from '../tables.server';
import { toClinicDto } from '../to-dto';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The acting clinic as it sees itself. */
export async function ownClinic(ctx: Ctx<ActorOf<'clinic'>>): Promise<ClinicDto> {
  const row = await ownRow(ctx);
  return toClinicDto(row, await documentsOf(ctx, row.id));
}

/** What decides which requests the acting clinic sees. */
export async function ownProfile(
  ctx: Ctx<ActorOf<'clinic'>>,
): Promise<Pick<ClinicDto, 'specialties' | 'city'>> {
  const { specialties, city } = clinic;
  const [row] = await ctx.db
    .select({ specialties, city })
    .from(clinic)
    .where(eq(clinic.id, ctx.actor.id));
  if (!row) throw new AppError('not_found');
  return row;
}

/** The acting clinic's application with its dates and what happened to it. */
export async function ownApplication(ctx: Ctx<ActorOf<'clinic'>>): Promise<ApplicationDetails> {
  const row = await ownRow(ctx);
  const documents = await documentsOf(ctx, row.id);
  const promiseOf = await readPromises(ctx);
  const { id, kind, at, facts } = applicationActivity;
  const happened = await ctx.db
    .select({ id, kind, at, facts })
    .from(applicationActivity)
    .where(eq(applicationActivity.clinicId, row.id))
    .orderBy(asc(id));
  return {
    clinic: toClinicDto(row, documents),
    stage: row.stage,
    missing: missingKinds(documents),
    registeredAt: row.registeredAt.toISOString(),
    completeAt: instant(row.completeAt),
    dueAt: instant(row.dueAt),
    promise: promiseOf(row),
    decidedAt: instant(row.decidedAt),
    reason: row.reason,
    mended: row.status === 'rejected' && isMended(row, documents, happened),
    activity: happened.map(({ at: when, ...rest }) => ({ ...rest, at: when.toISOString() })),
  };
}
