import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { audit, send, sendIfAccepted, startMachine, withTransaction } from '#engine';
import { days, inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { deleteInSteps } from '#platform/privacy/person-data';
import type { FormTurn } from '#platform/text/form-turn';
import { now, sqlNow } from '#platform/time/clock';
import { applicationFlow, noteChecks } from './projection.server';
import {
  addActivity,
  adoptDocuments,
  type ClinicRow,
  type DocumentRow,
  documentsOf,
  findClinic,
  lockEvidence,
  ownClinic,
  ownRow,
  phoneOf,
  publishLastActivity,
  readEvidence,
  requiredOf,
  type Reviewer,
} from './queries.server';
import { changedFields, goneSlug, isProofOf, slugOf, unacceptedKinds } from './rules';
import type { ClinicDetails, ClinicDto, RegistrationDraft } from './schemas';
import {
  clinic,
  clinicDocument,
  clinicNote,
  publicAddress,
  registrationDraft,
} from './tables.server';
import { type LookedAt, requireSameApplication } from './verifications.server';

/**
 * Stores the clinic of a verified phone, takes over what was uploaded from it, and starts its application,
 * within the caller's transaction.
 *
 * @throws AppError `already_registered`
 */
export async function registerClinic(
  ctx: TxCtxOf<'phone-verified'>,
  { clinicId, details }: { clinicId: string; details: ClinicDetails },
): Promise<void> {
  const { phone } = ctx.actor;
  const [created] = await ctx.db
    .insert(clinic)
    .values({
      ...details,
      id: clinicId,
      phone,
      registeredAt: sqlNow,
      status: 'pending',
      stage: 'documents',
    })
    .onConflictDoNothing({ target: clinic.phone })
    .returning({ id: clinic.id });
  if (!created) throw new AppError('already_registered');
  await adoptDocuments(ctx, { phone, clinicId });
  await ctx.db.delete(registrationDraft).where(eq(registrationDraft.phone, phone));
  const evidence = await readEvidence(ctx, clinicId);
  await startMachine(ctx, applicationFlow, { id: clinicId, input: { clinicId, ...evidence } });
}

/** Four characters that are read alike by everybody. */
const suffix = (): string =>
  [...randomBytes(4)].map((byte) => 'abcdefghjkmnpqrstuvwxyz23456789'[byte % 31]).join('');

/**
 * Gives a clinic the public address that its name makes: with a short suffix where another clinic has or had it. What it
 * had before still leads to it. Nothing changes while the name makes the address that it has. The caller holds the lock
 * of its row.
 */
export async function giveAddress(
  ctx: TxCtx,
  { id, clinicName, slug }: Pick<ClinicRow, 'id' | 'clinicName' | 'slug'>,
): Promise<void> {
  const base = slugOf(clinicName);
  if (slug === base || slug?.replace(/-[a-z0-9]{4}$/, '') === base) return;
  for (let wanted = base; ; wanted = `${base}-${suffix()}`) {
    if (!(await take(ctx, id, wanted))) continue;
    await ctx.db.update(clinic).set({ slug: wanted }).where(eq(clinic.id, id));
    return;
  }
}

/** False when it is, or was, another clinic's, be it gone. */
async function take(ctx: TxCtx, clinicId: string, slug: string): Promise<boolean> {
  const [gone] = await ctx.db
    .select({ slug: publicAddress.slug })
    .from(publicAddress)
    .where(eq(publicAddress.slug, goneSlug(slug)));
  if (gone) return false;
  const taken = await ctx.db
    .insert(publicAddress)
    .values({ slug, clinicId, since: sqlNow })
    .onConflictDoNothing()
    .returning({ slug: publicAddress.slug });
  if (taken.length > 0) return true;
  const own = await ctx.db
    .select({ clinicId: publicAddress.clinicId })
    .from(publicAddress)
    .where(eq(publicAddress.slug, slug));
  return own[0]?.clinicId === clinicId;
}

/**
 * Keeps what the acting phone has typed about its clinic so far, in place of what was kept before; not when the
 * same form has sent something later that arrived first.
 */
export async function saveDraft(
  ctx: CtxOf<'phone-verified'>,
  { fields, turn }: { fields: RegistrationDraft; turn?: FormTurn | null },
): Promise<void> {
  const phone = phoneOf(ctx);
  const row = { fields, writer: turn?.writer ?? null, turn: turn?.turn ?? 0, savedAt: sqlNow };
  await ctx.db
    .insert(registrationDraft)
    .values({ phone, ...row })
    .onConflictDoUpdate({
      target: registrationDraft.phone,
      set: row,
      setWhere: sql`${registrationDraft.writer} is distinct from excluded.writer
        or excluded.writer is null or ${registrationDraft.turn} < excluded.turn`,
    });
}

/** How long somebody may take to come back to a registration. */
export const registrationKept = days(7);

/** Forgets registrations that were never finished, some at a time; returns how many. */
export const forgetDrafts = (ctx: CtxOf<'system'>): Promise<number> =>
  deleteInSteps(
    ctx,
    registrationDraft,
    lt(
      registrationDraft.savedAt,
      sql`platform.now() - make_interval(secs => ${inSeconds(registrationKept)})`,
    ),
  );

/**
 * The acting clinic hands a rejected application in again.
 *
 * @throws AppError `event_refused` unless it was rejected.
 */
export async function resubmit(ctx: CtxOf<'clinic'>): Promise<ClinicDto> {
  return withTransaction(ctx, async (tx) => {
    const { id } = ctx.actor;
    const evidence = await readEvidence(tx, id);
    const event = { type: 'clinic-onboarding.resubmit', ...evidence } as const;
    await send(tx, applicationFlow, { id, event });
    return ownClinic(tx);
  });
}

/**
 * Tells the application that documents of it were added, removed or found infected, in the transaction that
 * did so: it may become complete, or fall back, and its clocks with it. Who may change documents was asked before;
 * what a scan finds counts also where the application no longer listens.
 */
export async function documentsChanged(
  ctx: TxCtx,
  { clinicId }: { clinicId: string },
): Promise<void> {
  const evidence = await readEvidence(ctx, clinicId);
  const event = { type: 'clinic-onboarding.change-documents', ...evidence } as const;
  await sendIfAccepted(ctx, applicationFlow, { id: clinicId, event });
}

/**
 * The acting clinic corrects what it said of itself, while its application is pending or rejected. Accepted documents that
 * prove what is now another are looked at again. Its e-mail address stays: another one counts once it is proved.
 *
 * @throws AppError `event_refused` once it is decided otherwise.
 */
export async function changeDetails(
  ctx: CtxOf<'clinic'>,
  { details }: { details: ClinicDetails },
): Promise<ClinicDto> {
  return withTransaction(ctx, async (tx) => {
    const { id } = ctx.actor;
    const locked = await lockDocumentRows(tx, id);
    await lockEvidence(tx, id);
    const event = { type: 'clinic-onboarding.change-details' } as const;
    await send(tx, applicationFlow, { id, event });
    const before = await ownRow(tx);
    const corrected = { ...details, email: before.email };
    const changed = changedFields(before, corrected);
    await tx.db.update(clinic).set(corrected).where(eq(clinic.id, id));
    if (changed.length > 0) publishLastActivity(tx, id, { fields: changed.join(' ') });
    const reopened = await reopenDocuments(tx, id, { locked, changed });
    // What the law requires goes by where a clinic is and what it offers.
    const isConcerned = changed.some((field) => field === 'country' || field === 'specialties');
    if (reopened > 0 || isConcerned) await documentsChanged(tx, { clinicId: id });
    await audit(tx, {
      action: 'clinic-onboarding.change-details',
      object: { type: 'clinic', id },
      details: { fields: changed.join(' '), reopened },
    });
    return ownClinic(tx);
  });
}

/** Present documents of a clinic; from here to the end of the transaction nobody decides about one of them. */
const lockDocumentRows = (ctx: TxCtx, clinicId: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(clinicDocument)
    .where(and(eq(clinicDocument.clinicId, clinicId), isNull(clinicDocument.removedAt)))
    .orderBy(asc(clinicDocument.id))
    .for('update');

/**
 * Lets accepted documents wait again whose statements have changed, out of rows that are locked. The caller informs the
 * application. Answers how many.
 */
async function reopenDocuments(
  ctx: TxCtx,
  clinicId: string,
  {
    locked,
    changed,
  }: { locked: readonly DocumentRow[]; changed: ReadonlyArray<keyof ClinicDetails> },
): Promise<number> {
  const hit = locked.filter((doc) => doc.review === 'accepted' && isProofOf(doc.kind, changed));
  if (hit.length === 0) return 0;
  const at = await now(ctx);
  await ctx.db
    .update(clinicDocument)
    .set({ review: 'waiting', note: null, reviewedBy: null, reviewedAt: null, reopenedAt: at })
    .where(
      inArray(
        clinicDocument.id,
        hit.map(({ id }) => id),
      ),
    );
  const kinds = [...new Set(hit.map(({ kind }) => kind))].join(' ');
  await addActivity(ctx, { clinicId, kind: 'documents-reopened', at, facts: { kinds } });
  return hit.length;
}

/** The address that the acting clinic has proved, in the transaction that uses the proof up. */
export async function setClinicEmail(
  tx: TxCtxOf<'clinic'>,
  { email }: { email: string },
): Promise<void> {
  await tx.db
    .update(clinic)
    .set({ email, emailProvedAt: sqlNow })
    .where(eq(clinic.id, tx.actor.id));
}

interface Decided {
  readonly clinicId: string;
}
interface LookedUpon extends Decided {
  /** Of the record that was looked at; what this person was last shown when absent. */
  readonly version?: LookedAt;
}
interface Reasoned extends Decided {
  /** The clinic reads it; 1 to 2000 characters. */
  readonly reason: string;
}

/** Within the caller's transaction, so that the clinic's account changes with it. */
type ReviewerTx = TxCtx<Reviewer>;

/**
 * Lets a clinic in. Every required document must be accepted, also at this very moment.
 *
 * @throws AppError `not_found`; `event_refused`, for the reason `documents` where some are not accepted yet;
 * `version_conflict` when the clinic changed something since
 */
export async function approveApplication(
  ctx: ReviewerTx,
  { clinicId, version }: LookedUpon,
): Promise<void> {
  const asked = await requireSame(ctx, clinicId, version);
  if (asked.row.status === 'pending') await requireAccepted(ctx, asked);
  await send(ctx, applicationFlow, {
    id: clinicId,
    event: { type: 'clinic-onboarding.approve' },
  });
  // Under the flow's lock: whatever changed before it is seen, whatever comes after waits for our commit.
  const decided = await requireSame(ctx, clinicId, version, 'decided');
  await requireAccepted(ctx, decided);
  const { row, documents } = decided;
  await giveAddress(ctx, row);
  await noteChecks(ctx, clinicId);
  const evidence = documents.filter(({ review }) => review === 'accepted').map(({ id }) => id);
  await audit(ctx, {
    action: 'clinic-onboarding.approve',
    object: { type: 'clinic', id: clinicId },
    details: { documents: evidence.join(' ') },
  });
}

interface Application {
  readonly row: ClinicRow;
  readonly documents: readonly DocumentRow[];
}

async function requireAccepted(ctx: ReviewerTx, { row, documents }: Application): Promise<void> {
  const { length: count } = unacceptedKinds(documents, await requiredOf(ctx, row));
  if (count > 0) throw new AppError('event_refused', { reason: 'documents', values: { count } });
}

/**
 * Turns an application down, at any time before approval.
 *
 * @throws AppError `not_found`, `event_refused`; `version_conflict` when the clinic changed something since
 */
export async function rejectApplication(
  ctx: ReviewerTx,
  { clinicId, reason, version }: Reasoned & LookedUpon,
): Promise<void> {
  await requireSame(ctx, clinicId, version);
  const event = { type: 'clinic-onboarding.reject' } as const;
  await send(ctx, applicationFlow, { id: clinicId, event, reason });
  await requireSame(ctx, clinicId, version, 'decided');
}

/**
 * Shuts an approved clinic out for the time being.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function suspendClinic(
  ctx: ReviewerTx,
  { clinicId, reason }: Reasoned,
): Promise<void> {
  const event = { type: 'clinic-onboarding.suspend' } as const;
  await send(ctx, applicationFlow, { id: clinicId, event, reason });
}

/**
 * Lets a suspended clinic back in.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function reinstateClinic(ctx: ReviewerTx, { clinicId }: Decided): Promise<void> {
  const event = { type: 'clinic-onboarding.reinstate' } as const;
  await send(ctx, applicationFlow, { id: clinicId, event });
}

/**
 * Compares with what was looked at, and answers the documents. Before the decision this only says which of two refusals
 * it is, of an application that could still be decided; under the flow's lock, once it is `decided`, it is the judgement.
 */
async function requireSame(
  ctx: ReviewerTx,
  clinicId: string,
  version: LookedAt,
  at: 'asked' | 'decided' = 'asked',
): Promise<Application> {
  const row = await findClinic(ctx, clinicId);
  if (!row) throw new AppError('not_found');
  const documents = await documentsOf(ctx, clinicId);
  if (at === 'decided' || row.status === 'pending')
    await requireSameApplication(ctx, row, documents, version);
  return { row, documents };
}

/**
 * Notes something about a clinic for the review team; the clinic never sees it. 1 to 4000 characters.
 *
 * @throws AppError `not_found`
 */
export async function addNote(
  ctx: CtxOf<'staff'>,
  { clinicId, text }: { clinicId: string; text: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    if (!(await findClinic(tx, clinicId))) throw new AppError('not_found');
    const id = newId();
    await tx.db
      .insert(clinicNote)
      .values({ id, clinicId, staffId: ctx.actor.id, text, at: sqlNow });
    await audit(tx, {
      action: 'clinic-onboarding.note',
      object: { type: 'clinic', id: clinicId },
      details: { noteId: id },
    });
  });
}
