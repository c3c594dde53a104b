import { categoriesOf, type Category, type ChosenClinic } from '#contracts/consultation';
import type { AskDto } from '#contracts/leads';
import { askableClinics, clinicNames, clinicsAt, publicNames } from '#modules/clinic-onboarding';
import { chooseClinic } from '#modules/consultation';
import { askClinics, isOpenAsk, ownAsks, refuseAsk, type Ask } from '#modules/leads';
import type { Ctx, CtxOf, TxCtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';

/** What a request that is being sent asks. */
interface Asking {
  readonly leadId: string;
  readonly treatment: Category;
  /** Names of public pages. */
  readonly slugs: readonly string[];
}

/**
 * The acting patient asks clinics with a request that is stored in the same transaction. Returns the names of those that
 * cannot be asked: suspended, hidden, unknown, not allowed to offer and of other treatments look alike.
 */
export async function askWith(
  tx: TxCtxOf<'patient'>,
  { leadId, treatment, slugs }: Asking,
): Promise<string[]> {
  if (slugs.length === 0) return [];
  const askable = await askableClinics(tx, slugs, { lock: true });
  const fits = new Map(
    askable
      .filter(({ specialties }) => categoriesOf(specialties).includes(treatment))
      .map(({ slug, id }) => [slug, id]),
  );
  const clinicIds = slugs.flatMap((slug) => fits.get(slug) ?? []);
  await askClinics(tx, { leadId, clinicIds: [...new Set(clinicIds)] });
  return slugs.filter((slug) => !fits.has(slug));
}

/** Which of these names of public pages a request of the acting patient does not ask; for the answer to a repeat. */
export async function unaskedAmong(
  ctx: CtxOf<'patient'>,
  { leadId, slugs }: Omit<Asking, 'treatment'>,
): Promise<string[]> {
  if (slugs.length === 0) return [];
  const asked = new Set((await ownAsks(ctx, { leadId })).map(({ clinicId }) => clinicId));
  const ids = await clinicsAt(ctx, slugs);
  return slugs.filter((slug) => !asked.has(ids.get(slug) ?? ''));
}

/**
 * A clinic that patients may ask, under the name of its public page; whether it does a treatment is asked when a request is
 * sent.
 *
 * @throws AppError `not_found`, the same for one that cannot be asked and for none
 */
export async function askableClinic(ctx: Ctx, { slug }: { slug: string }): Promise<ChosenClinic> {
  const [found] = await askableClinics(ctx, [slug], { lock: false });
  if (!found) throw new AppError('not_found');
  return { slug: found.slug, clinicName: found.clinicName };
}

/** The acting patient's draft is to ask a clinic. @throws AppError as {@link askableClinic} and `chooseClinic` */
export const chooseAskedClinic = async (
  ctx: CtxOf<'patient'>,
  { slug }: { slug: string },
): Promise<void> => chooseClinic(ctx, await askableClinic(ctx, { slug }));

/** The clinics that a request of the acting patient asks, and what became of it. @throws AppError `not_found` */
export async function askedClinics(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<AskDto[]> {
  const asks = await ownAsks(ctx, { leadId });
  const ids = asks.map(({ clinicId }) => clinicId);
  const [names, pages] = await Promise.all([clinicNames(ctx, ids), publicNames(ctx, ids)]);
  return asks.map(({ clinicId, state, keptUntil, refusal }) => ({
    clinic: {
      _id: clinicId,
      clinicName: names.get(clinicId) ?? '',
      slug: pages.get(clinicId)?.slug ?? null,
    },
    ...{ state, reason: refusal },
    keptUntil: keptUntil?.toISOString() ?? null,
  }));
}

/**
 * Clinics that a request of the acting patient still asks, for a draft that follows from it. Before it is ended.
 *
 * @throws AppError `not_found`
 */
export async function stillAsked(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<ChosenClinic[]> {
  const open: Ask[] = (await ownAsks(ctx, { leadId })).filter(isOpenAsk);
  const pages = await publicNames(
    ctx,
    open.map(({ clinicId }) => clinicId),
  );
  return open.flatMap(({ clinicId }) => {
    const page = pages.get(clinicId);
    return page ? [{ slug: page.slug, clinicName: page.name }] : [];
  });
}

/** The acting clinic says no to a request that asks it. @throws AppError as `refuseAsk` */
export const declineAsk = refuseAsk;
