import type { CaseRecord, CaseKind, ClaimKind, DeskRecord } from '#contracts/casework';
import { checkInForStaff } from '#modules/aftercare';
import {
  giveCaseBack,
  giveCaseOn as giveOn,
  markNoticesRead,
  ownDesk,
  readCase,
  removeView,
  saveView,
  setKeys,
  takeCase as take,
  writeNote,
} from '#modules/casework';
import { clinicForStaff } from '#modules/clinic-onboarding';
import { dealForStaff, reviewForStaff } from '#modules/deals';
import { activeStaff } from '#modules/identity';
import { leadForStaff } from '#modules/leads';
import { partiesOfMaskingReview, reportedForStaff } from '#modules/messaging';
import { answerForStaff } from '#modules/outcomes';
import { ticketForStaff } from '#modules/support';
import { findingForStaff } from '#modules/twins';
import { AppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';

/** Fields of a record by which it says whom it is about. */
interface Concerned {
  readonly clinicId?: string | null;
  readonly patientId?: string | null;
  readonly leadId?: string | null;
  /** Of a ticket: the patient's account, or the clinic's. */
  readonly ownerId?: string | null;
}

type Find = (ctx: CtxOf<'staff'>, id: string) => Promise<Concerned | readonly Concerned[]>;

/** A finding is about clinics, and of a photo about the request that it is in, and its patient. */
const sidesOf: Find = async (ctx, id) => {
  const { sides } = await findingForStaff(ctx, id);
  const leadIds = sides.flatMap(({ leadId }) => leadId ?? []);
  const leads = await Promise.all(leadIds.map((leadId) => leadForStaff(ctx, leadId)));
  return [...sides, ...leads.map(({ patientId }) => ({ patientId }))];
};

/** How each kind of case is found; each throws `not_found`. None leaves a trace of a look. */
const finders: Readonly<Record<CaseKind, Find>> = {
  clinics: async (ctx, id) => ({ clinicId: (await clinicForStaff(ctx, id)).id }),
  twins: sidesOf,
  leads: async (ctx, id) => ({ leadId: id, patientId: (await leadForStaff(ctx, id)).patientId }),
  deals: dealForStaff,
  'check-ins': checkInForStaff,
  reviews: reviewForStaff,
  'later-reviews': answerForStaff,
  conversations: reportedForStaff,
  'masking-reviews': partiesOfMaskingReview,
  tickets: ticketForStaff,
};

interface OneCase<K extends CaseKind = CaseKind> {
  readonly kind: K;
  readonly id: string;
}

/** Whom a case is about: patient, clinics, request. @throws AppError `not_found` where there is no such case */
async function partiesOf(ctx: CtxOf<'staff'>, { kind, id }: OneCase): Promise<string[]> {
  const found = await finders[kind](ctx, id);
  return [found]
    .flat()
    .flatMap(({ clinicId, patientId, leadId, ownerId }) => [clinicId, patientId, leadId, ownerId])
    .filter((one): one is string => typeof one === 'string');
}

const shown = (ctx: CtxOf<'staff'>, { kind, id }: OneCase): Promise<CaseRecord> =>
  readCase(ctx, { kind, caseId: id });

/** Takes a case that is there for two hours. @throws AppError `not_found`, `case_taken` */
export async function takeCase(
  ctx: CtxOf<'staff'>,
  { kind, id }: OneCase<ClaimKind>,
): Promise<CaseRecord> {
  await finders[kind](ctx, id);
  await take(ctx, { kind, caseId: id });
  return shown(ctx, { kind, id });
}

/** Gives a case back; see `giveCaseBack` of the module. */
export async function returnCase(
  ctx: CtxOf<'staff'>,
  { kind, id }: OneCase<ClaimKind>,
): Promise<CaseRecord> {
  await giveCaseBack(ctx, { kind, caseId: id });
  return shown(ctx, { kind, id });
}

/** Gives a case on to a colleague who works here. @throws AppError `validation_failed`, `case_taken` */
export async function giveCaseOn(
  ctx: CtxOf<'staff'>,
  { kind, id, staffId }: OneCase<ClaimKind> & { staffId: string },
): Promise<CaseRecord> {
  const team = await activeStaff(ctx);
  if (staffId === ctx.actor.id || !team.some((one) => one.id === staffId))
    throw new AppError('validation_failed', { fields: { staffId: ['error.invalid_value'] } });
  await giveOn(ctx, { kind, caseId: id, staffId });
  return shown(ctx, { kind, id });
}

/** Notes something about a case that is there, and notifies whom it names. @throws AppError `not_found` */
export async function noteCase(
  ctx: CtxOf<'staff'>,
  { kind, id, text }: OneCase & { text: string },
): Promise<CaseRecord> {
  const about = await partiesOf(ctx, { kind, id });
  await writeNote(ctx, { kind, caseId: id, text, about, team: await activeStaff(ctx) });
  return shown(ctx, { kind, id });
}

/** What the acting person has in the console, with who works here. */
export const deskOf = async (ctx: CtxOf<'staff'>): Promise<DeskRecord> => ({
  ...(await ownDesk(ctx)),
  team: await activeStaff(ctx),
});

/** A change of one's own desk, answered with the desk as it stands then. */
const changing =
  <Input>(change: (ctx: CtxOf<'staff'>, input: Input) => Promise<void>) =>
  async (ctx: CtxOf<'staff'>, input: Input): Promise<{ desk: DeskRecord }> => {
    await change(ctx, input);
    return { desk: await deskOf(ctx) };
  };

export const changeKeys = changing(setKeys);
export const readNotices = changing(markNoticesRead);
export const keepView = changing(saveView);
export const dropView = changing(removeView);
