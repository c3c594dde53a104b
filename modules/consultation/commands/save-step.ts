import { eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isOvertaken, type FormTurn } from '#platform/form-turn';
import { choicesOf } from '../draft-choices';
import type { Choices, DraftFields } from '../draft-fields';
import { lockOpenDraft, type DraftRow } from '../repo.server';
import type { Step } from '../steps';
import { draft } from '../tables.server';
import { advance } from '../wizard';
import type { WizardEvent } from '../wizard.machine';

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
  ctx: Ctx<ActorOf<'patient'>>,
  { step, events, details, turn, expectedVersion }: StepAnswer,
): Promise<{ step: Step; version: number; choices: Choices }> =>
  transaction(ctx, async (tx) => {
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
export async function visitStep(ctx: Ctx<ActorOf<'patient'>>, step: Step): Promise<void> {
  await ctx.db
    .update(draft)
    .set({ step })
    .where(
      sql`${draft.patientId} = ${ctx.actor.id} and ${draft.submittedAt} is null and ${draft.step} <> ${step}`,
    );
}
