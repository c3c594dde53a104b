import { withTransaction } from '#engine';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { CtxOf, TxCtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { dropFiles } from '#platform/files/stored';
import { type FormTurn, isOvertaken } from '#platform/text/form-turn';
import {
  choicesOf,
  emptyFields,
  hasBegun,
  advance,
  placeOf,
  wizardAt,
  type WizardEvent,
} from '../wizard.machine';
import { maxAsked, type Step } from '../values';
import {
  draftDtoOf,
  type DraftRow,
  findOpenDraft,
  lockDraftById,
  lockOpenDraft,
  photosOfDraft,
} from '../queries.server';
import {
  type Choices,
  type ChosenClinic,
  detailsWith,
  type DraftDto,
  type DraftFields,
  detailsAmong,
  type LeadFields,
  leadFieldsSchema,
  type TypedDetails,
} from '../schemas';
import { draft, photo, photoFiles } from '../tables.server';

export type LockedDraft =
  | { kind: 'open'; id: string; lead: LeadFields; clinics: readonly ChosenClinic[] }
  /** It became this lead already; a second submission answers with it. */
  | { kind: 'submitted'; leadId: string };

/**
 * The draft that is being submitted, locked until the transaction ends: of fifty submissions at once one
 * finds it open, the others find what it became.
 *
 * @throws AppError `not_found` when it is not the acting patient's; `validation_failed` when a choice of the
 * first three steps is missing.
 */
export async function lockDraft(
  ctx: TxCtxOf<'patient'>,
  { draftId }: { draftId: string },
): Promise<LockedDraft> {
  const row = await lockDraftById(ctx, ctx.actor.id, draftId);
  if (!row) throw new AppError('not_found');
  if (row.leadId) return { kind: 'submitted', leadId: row.leadId };
  const { category, notes, ...rest } = row.fields;
  const photos = await photosOfDraft(ctx, row.id);
  const lead = leadFieldsSchema.safeParse({
    ...rest,
    treatment: category,
    description: notes,
    photos: photos.map((photo) => photo.id),
  });
  if (!lead.success)
    throw new AppError('validation_failed', {
      fields: { draftId: ['consultation.error.incomplete'] },
    });
  return { kind: 'open', id: row.id, lead: lead.data, clinics: row.clinics };
}

/** The free texts of step 6, which are beside the machine. */
export type Details = Pick<DraftFields, 'notes' | 'patientInfo'>;

export interface StepAnswer {
  /** The step whose form this is. */
  step: Step;
  /** What was chosen and where it leads, in the machine's words; may depend on what is chosen already. */
  events: (choices: Choices) => WizardEvent[];
  details?: Details;
  /** The open form of step 6 that sent this; it may replace what it saved itself. */
  turn?: FormTurn | null;
  /** The draft's version that the form was filled in on. */
  expectedVersion: number;
}

/**
 * Applies one step's form to the acting patient's draft. Forms of two tabs merge: each changes its own
 * step's fields only.
 *
 * @throws AppError `version_conflict` when the answer no longer fits what another tab chose, or would
 * replace free text that another tab wrote meanwhile; nothing is changed then.
 */
export const saveStep = (
  ctx: CtxOf<'patient'>,
  { step, events, details, turn, expectedVersion }: StepAnswer,
): Promise<{ step: Step; version: number; choices: Choices }> =>
  withTransaction(ctx, async (tx) => {
    const row = await lockOpenDraft(tx, ctx.actor.id);
    const before = { step: row.step as Step, choices: choicesOf(row.fields) };
    const after = advance(before, [{ type: 'go-to', step }, ...events(before.choices)]);
    const own = details && turn?.writer === row.detailsWriter;
    if (!after || (details && !own && losesText(row, details, expectedVersion)))
      throw new AppError('version_conflict');
    const stored = { writer: row.detailsWriter, turn: row.detailsTurn };
    const isOld = details !== undefined && isOvertaken(turn, stored);
    const fields = isOld ? row.fields : { ...row.fields, ...after.choices, ...details };
    const changed = JSON.stringify(fields) !== JSON.stringify(row.fields);
    const version = row.version + (changed ? 1 : 0);
    await tx.db
      .update(draft)
      .set({
        fields,
        step: after.step,
        version,
        updatedAt: sqlNow,
        ...(details && changed ? { detailsVersion: version, ...writtenBy(turn) } : {}),
      })
      .where(eq(draft.id, row.id));
    return { step: after.step, version, choices: choicesOf(fields) };
  });

/** The columns that name the form which wrote step 6 last. */
export const writtenBy = (turn: FormTurn | null | undefined) => ({
  detailsWriter: turn?.writer ?? null,
  detailsTurn: turn?.turn ?? 0,
});

/** Whether saving would replace words that this form never showed. */
function losesText(row: DraftRow, details: Details, expectedVersion: number): boolean {
  if (expectedVersion >= row.detailsVersion) return false;
  const textsOf = ({ notes, patientInfo }: Details): string[] => [
    notes,
    patientInfo.medicalHistory,
    patientInfo.allergies,
  ];
  const submitted = textsOf(details);
  return textsOf(row.fields).some((text, n) => text !== '' && text !== submitted[n]);
}

/** Remembers the step that the patient is looking at; no change of the draft itself. */
export async function visitStep(ctx: CtxOf<'patient'>, step: Step): Promise<void> {
  await ctx.db
    .update(draft)
    .set({ step })
    .where(
      sql`${draft.patientId} = ${ctx.actor.id} and ${draft.submittedAt} is null and ${draft.step} <> ${step}`,
    );
}

interface Kept {
  draftId: string;
  /** The draft's version that the form was filled in on. */
  expectedVersion: number;
  turn: FormTurn | null;
  typed: TypedDetails;
}

/**
 * Keeps step 6 as it stands while somebody types. Never makes a draft, moves nobody to another step, and
 * refuses nothing that is only unfinished. A save that a later one of the same form has overtaken changes
 * nothing.
 *
 * @throws AppError `version_conflict` when another form wrote step 6 since this one was opened, or the draft
 * is not open any more; nothing is changed then.
 */
export const keepDetails = (
  ctx: CtxOf<'patient'>,
  { draftId, expectedVersion, turn, typed }: Kept,
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const row = await lockDraftById(tx, ctx.actor.id, draftId);
    if (!row || row.submittedAt) throw new AppError('version_conflict');
    if (isOvertaken(turn, { writer: row.detailsWriter, turn: row.detailsTurn })) return;
    const fields = { ...row.fields, ...detailsWith(row.fields, typed) };
    const own = turn !== null && turn.writer === row.detailsWriter;
    const changed = JSON.stringify(fields) !== JSON.stringify(row.fields);
    if (!changed && !own) return;
    if (!own && expectedVersion < row.detailsVersion) throw new AppError('version_conflict');
    const version = row.version + (changed ? 1 : 0);
    await tx.db
      .update(draft)
      .set({ fields, version, detailsVersion: version, ...writtenBy(turn), updatedAt: sqlNow })
      .where(eq(draft.id, row.id));
  });

/**
 * Replaces the whole of the acting patient's draft, for clients of the API. Choices that do not fit their
 * category are dropped, and the step is pulled back to what the choices lead to, as in the wizard.
 *
 * @throws AppError `version_conflict` when the draft is not at `expectedVersion` (0 for a new one).
 */
export const putDraft = (
  ctx: CtxOf<'patient'>,
  input: { expectedVersion: number; step: Step; fields: DraftFields },
): Promise<DraftDto> =>
  withTransaction(ctx, async (tx) => {
    const row = await lockOpenDraft(tx, ctx.actor.id);
    if (row.version !== input.expectedVersion) throw new AppError('version_conflict');
    const place = placeOf(wizardAt({ step: input.step, choices: choicesOf(input.fields) }));
    const [saved] = await tx.db
      .update(draft)
      .set({
        fields: { ...input.fields, ...place.choices },
        step: place.step,
        version: row.version + 1,
        detailsVersion: row.version + 1,
        ...writtenBy(null),
        updatedAt: sqlNow,
      })
      .where(eq(draft.id, row.id))
      .returning();
    return draftDtoOf(saved!, await photosOfDraft(tx, row.id));
  });

interface Refill {
  /** What a request said; its photos are free again (`takeBackPhotos`). */
  readonly fields: LeadFields;
  /** Clinics that it asked and that have not answered. */
  readonly clinics: readonly ChosenClinic[];
  /** An open draft that says something may be thrown away for it. */
  readonly replace: boolean;
}

/**
 * Fills the acting patient's draft from what a request said, up to the summary, within the caller's transaction.
 *
 * @throws AppError `draft_exists` when one was begun and may not be replaced; nothing is changed then.
 */
export async function refillDraft(
  ctx: TxCtxOf<'patient'>,
  { fields: said, clinics, replace }: Refill,
): Promise<DraftDto> {
  const row = await lockOpenDraft(ctx, ctx.actor.id);
  const held = await photosOfDraft(ctx, row.id);
  if (hasBegun({ fields: row.fields, photos: held }) && !replace)
    throw new AppError('draft_exists');
  // The files go with the next sweep: before the commit they may still be needed.
  await ctx.db.delete(photo).where(and(eq(photo.draftId, row.id), isNull(photo.leadId)));
  if (said.photos.length > 0)
    await ctx.db
      .update(photo)
      .set({ draftId: row.id })
      .where(
        and(inArray(photo.id, said.photos), eq(photo.ownerId, ctx.actor.id), isNull(photo.leadId)),
      );
  const version = row.version + 1;
  const [filled] = await ctx.db
    .update(draft)
    .set({
      fields: draftFieldsOf(said),
      clinics: [...clinics],
      step: 7,
      version,
      detailsVersion: version,
      ...writtenBy(null),
      updatedAt: sqlNow,
    })
    .where(eq(draft.id, row.id))
    .returning();
  return draftDtoOf(filled!, await photosOfDraft(ctx, row.id));
}

function draftFieldsOf(said: LeadFields): DraftFields {
  const { treatment: category, ...chosen } = detailsAmong(said);
  const patientInfo = said.patientInfo ?? emptyFields.patientInfo;
  return { category, ...chosen, notes: said.description, patientInfo };
}

/**
 * The acting patient's request is to ask this clinic, too; once however often it is chosen. Whoever calls has found that it
 * can be asked.
 *
 * @throws AppError `validation_failed` on `clinic` when it asks three others
 */
export const chooseClinic = (ctx: CtxOf<'patient'>, clinic: ChosenClinic): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const row = await lockOpenDraft(tx, ctx.actor.id);
    if (row.clinics.some(({ slug }) => slug === clinic.slug)) return;
    if (row.clinics.length >= maxAsked)
      throw new AppError('validation_failed', {
        fields: { clinic: ['consultation.error.too-many-clinics'] },
      });
    await storeClinics(tx, row.id, [...row.clinics, clinic]);
  });

/** The acting patient's request does not ask this clinic any more; fine when it did not. */
export const dropClinic = (ctx: CtxOf<'patient'>, { slug }: { slug: string }): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const row = await findOpenDraft(tx, ctx.actor.id);
    if (!row?.clinics.some((one) => one.slug === slug)) return;
    const locked = await lockOpenDraft(tx, ctx.actor.id);
    await storeClinics(
      tx,
      locked.id,
      locked.clinics.filter((one) => one.slug !== slug),
    );
  });

async function storeClinics(
  ctx: TxCtxOf<'patient'>,
  id: string,
  clinics: ChosenClinic[],
): Promise<void> {
  await ctx.db.update(draft).set({ clinics, updatedAt: sqlNow }).where(eq(draft.id, id));
}

/**
 * Ends a draft that became a lead, in the lead's own transaction: what it said is in the lead now, here
 * only the row stays, with the clinics that could not be asked.
 */
export async function clearDraft(
  ctx: TxCtxOf<'patient'>,
  {
    draftId,
    leadId,
    unavailable = [],
  }: { draftId: string; leadId: string; unavailable?: readonly ChosenClinic[] },
): Promise<void> {
  await ctx.db
    .update(draft)
    .set({
      fields: emptyFields,
      clinics: [...unavailable],
      leadId,
      submittedAt: sqlNow,
      updatedAt: sqlNow,
    })
    .where(and(eq(draft.id, draftId), eq(draft.patientId, ctx.actor.id)));
}

/** Throws away the acting patient's open draft and its photos; fine when there is none, or `draftId` names another one. */
export async function discardDraft(
  ctx: CtxOf<'patient'>,
  { draftId }: { draftId?: string } = {},
): Promise<void> {
  const gone = await withTransaction(ctx, async (tx) => {
    const row = await findOpenDraft(tx, ctx.actor.id);
    if (!row || (draftId && draftId !== row.id)) return [];
    await tx.db.delete(draft).where(and(eq(draft.id, row.id), isNull(draft.submittedAt)));
    return tx.db
      .delete(photo)
      .where(and(eq(photo.draftId, row.id), isNull(photo.leadId)))
      .returning({ storageKey: photo.storageKey });
  });
  await dropFiles(ctx, photoFiles, gone);
}

/**
 * Gives photos of the acting patient to a lead, within the lead's own transaction. Each photo is good for
 * one lead.
 *
 * @throws AppError `validation_failed` on `photos` when one is unknown, another person's or used already.
 */
export async function claimPhotos(
  ctx: TxCtxOf<'patient'>,
  {
    photoIds,
    leadId,
    checkIn,
  }: {
    photoIds: readonly string[];
    leadId: string;
    /** The photos are of a check-in after the treatment, and the clinic sees them or not. */
    checkIn?: { readonly id: string; readonly isShared: boolean };
  },
): Promise<void> {
  const wanted = [...new Set(photoIds)];
  if (wanted.length === 0) return;
  const claimed = await ctx.db
    .update(photo)
    .set({
      ...{ leadId, attachedAt: sqlNow },
      ...(checkIn ? { checkInId: checkIn.id, isShared: checkIn.isShared } : {}),
    })
    .where(and(inArray(photo.id, wanted), eq(photo.ownerId, ctx.actor.id), isNull(photo.leadId)))
    .returning({ id: photo.id });
  if (claimed.length !== wanted.length)
    throw new AppError('validation_failed', {
      fields: { photos: ['consultation.error.photo-not-yours'] },
    });
}

/** The photos of a check-in are shown to the clinic of the treatment, or no longer; within the caller's transaction. */
export async function sharePhotosOfCheckIn(
  ctx: TxCtxOf<'patient'>,
  { checkInId, isShared }: { checkInId: string; isShared: boolean },
): Promise<void> {
  await ctx.db
    .update(photo)
    .set({ isShared })
    .where(and(eq(photo.checkInId, checkInId), eq(photo.ownerId, ctx.actor.id)));
}

/**
 * Takes the photos of a request that is over from it, within the caller's transaction: they can join another one. The
 * ids that were there, in the order shown; none the second time.
 */
export async function takeBackPhotos(
  ctx: TxCtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<string[]> {
  const own = and(
    eq(photo.leadId, leadId),
    eq(photo.ownerId, ctx.actor.id),
    isNull(photo.checkInId),
  );
  const rows = await ctx.db
    .select({ id: photo.id })
    .from(photo)
    .where(own)
    .orderBy(asc(photo.createdAt), asc(photo.id))
    .for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await ctx.db
      .update(photo)
      .set({ leadId: null, draftId: null, attachedAt: null })
      .where(and(own, inArray(photo.id, ids)));
  return ids;
}
