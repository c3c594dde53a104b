import { defineClockJob, type JobHandler, withTransaction } from '#engine';
import {
  acceptChange as acceptOfClinic,
  addDocument as addOfClinic,
  addPicture as addPictureOfClinic,
  clinicIdsAfter,
  type DocumentOwnerCtx,
  keepDocuments as keepOfClinic,
  measurePictures,
  saveInfo as saveOfClinic,
  traitsOf,
} from '#modules/clinic-onboarding';
import { photoTraits } from '#modules/consultation';
import { filledUntil, lookAtClinic, lookAtPhotos, noteFilled } from '#modules/twins';
import { hours } from '#platform/base/duration';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';

/** Looks for twins of a clinic, as it stands in this transaction. The last thing in it: it waits for whoever looks for the same. */
export async function lookAtOneClinic(tx: TxCtx, clinicId: string): Promise<void> {
  const traits = await traitsOf(tx, clinicId);
  if (traits) await lookAtClinic(tx, traits);
}

/** Before a clinic is registered there is nothing to look at: its documents are marks from its registration on. */
const lookAtOwn = async (tx: TxCtx): Promise<void> => {
  if (tx.actor.kind === 'clinic') await lookAtOneClinic(tx, tx.actor.id);
};

/** Photos that have joined a request in this transaction, among the pictures of clinics. */
export async function lookAtNewPhotos(tx: TxCtx, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length > 0) await lookAtPhotos(tx, await photoTraits(tx, { ids: photoIds }));
}

/** As `clinic-onboarding` takes a document; what it shares with others is found in the same transaction. */
export const addDocument = (
  ctx: DocumentOwnerCtx,
  file: Omit<Parameters<typeof addOfClinic>[1], 'also'>,
): ReturnType<typeof addOfClinic> => addOfClinic(ctx, { ...file, also: lookAtOwn });

/** As `clinic-onboarding` gives documents their rows, with the same look. */
export async function keepDocuments(
  tx: Parameters<typeof keepOfClinic>[0],
  kept: Parameters<typeof keepOfClinic>[1],
): ReturnType<typeof keepOfClinic> {
  const ids = await keepOfClinic(tx, kept);
  await lookAtOwn(tx);
  return ids;
}

/** As `clinic-onboarding` takes a picture of the public page, with the same look. */
export const addPicture = (
  ctx: CtxOf<'clinic'>,
  { bytes }: Pick<Parameters<typeof addPictureOfClinic>[1], 'bytes'>,
): Promise<string> => addPictureOfClinic(ctx, { bytes, also: lookAtOwn });

/** As `clinic-onboarding` saves website and description, with the same look. */
export const saveInfo = (
  ctx: CtxOf<'clinic'>,
  info: Parameters<typeof saveOfClinic>[1],
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await saveOfClinic(tx, info);
    await lookAtOwn(tx);
  });

/** As `clinic-onboarding` lets a verified point take effect, such as another licence number, with the same look. */
export const acceptChange = (
  ctx: CtxOf<'staff'>,
  which: Parameters<typeof acceptOfClinic>[1],
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await acceptOfClinic(tx, which);
    await lookAtOneClinic(tx, which.clinicId);
  });

/** Sent by the clock; what is there already is through after its first runs. */
export const fillTwinsJob = defineClockJob('twins.fill', hours(1));

export const fillTwinsHandler: JobHandler<typeof fillTwinsJob.payload> = async (ctx) => {
  const looked = await fillTwins(ctx);
  if (looked > 0) ctx.log.info({ looked }, 'twins.filled');
};

/** Rows that are read together. */
const atOnce = 100;

/**
 * Makes marks of what was there before there were any, clinics first and then photos of requests, each clinic and each page
 * of photos in a transaction of its own. A kill anywhere in it costs that one; when it is through, it does nothing.
 * Returns how many clinics and photos it looked at.
 */
export async function fillTwins(ctx: Ctx): Promise<number> {
  return (await fillClinics(ctx)) + (await fillPhotos(ctx));
}

async function fillClinics(ctx: Ctx): Promise<number> {
  let done = 0;
  for (let at = await filledUntil(ctx, 'clinics'); at;) {
    const ids: string[] = await clinicIdsAfter(ctx, { after: at.after, limit: atOnce });
    for (const clinicId of ids) {
      await measurePictures(ctx, clinicId);
      await withTransaction(ctx, (tx) => lookAtOneClinic(tx, clinicId));
    }
    done += ids.length;
    const isEnd = ids.length < atOnce;
    await noteFilled(ctx, 'clinics', isEnd ? null : ids.at(-1)!);
    at = isEnd ? null : { after: ids.at(-1)! };
  }
  return done;
}

async function fillPhotos(ctx: Ctx): Promise<number> {
  let done = 0;
  for (let at = await filledUntil(ctx, 'photos'); at;) {
    const photos: Awaited<ReturnType<typeof photoTraits>> = await photoTraits(ctx, {
      after: at.after,
      limit: atOnce,
    });
    await withTransaction(ctx, (tx) => lookAtPhotos(tx, photos));
    done += photos.length;
    const isEnd = photos.length < atOnce;
    await noteFilled(ctx, 'photos', isEnd ? null : photos.at(-1)!.id);
    at = isEnd ? null : { after: photos.at(-1)!.id };
  }
  return done;
}
