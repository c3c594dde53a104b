import { eraseFilesOfOffers, eraseFilesOfTalks } from '#modules/attachments';
import { dealIdOf } from '#modules/deals';
import { leadIdsOf } from '#modules/leads';
import { closeAccount } from '#modules/identity';
import {
  beginErasure,
  erasureToDo,
  recordErasure,
  nothingLeft,
  waitForHold,
  type eraseJob,
} from '#modules/leaving';
import { waitsFor } from '#modules/notifications';
import { erasableOffersOf, offersOfPerson } from '#modules/offers';
import { withTransaction, type JobHandler, forgetEventsOf } from '#engine';
import { eraseReasons } from '#engine/operations';
import type { Ctx } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import type { Person } from '#platform/privacy/person-data';
import { withdrawWithClinic } from '../offers/withdraw-with-clinic';
import { endOpen } from './end-open';
import { personModules, reachingModules } from './person-modules';

/** Repeats a step until it finds nothing to do. */
async function untilNone(step: () => Promise<number>): Promise<void> {
  while ((await step()) > 0);
}

/** What was typed about somebody and their things, and by them, in the log's rows for it. Before what it is found by goes. */
async function eraseTyped(ctx: Ctx, person: Person): Promise<void> {
  const offers = await offersOfPerson(ctx, person);
  const leads = person.kind === 'patient' ? await leadIdsOf(ctx, { patientId: person.id }) : [];
  const of = (type: string, ids: readonly string[]) => ids.map((id) => ({ type, id }));
  const offerIds = offers.map(({ id }) => id);
  const objects = [
    { type: person.kind, id: person.id },
    ...of('lead', leads),
    ...of('offer', offerIds),
    ...of('conversation', offerIds),
    ...of('deal', offerIds.map(dealIdOf)),
  ];
  for (let n = 0; n < objects.length; n += 100)
    await eraseReasons(ctx, objects.slice(n, n + 100), { by: `${person.kind}:${person.id}` });
}

async function eraseFiles(ctx: Ctx, person: Person): Promise<void> {
  const ids = (await offersOfPerson(ctx, person)).map(({ id }) => id);
  await untilNone(() => eraseFilesOfTalks(ctx, ids));
  if (person.kind === 'patient') return;
  const gone = await erasableOffersOf(ctx, person.id);
  await untilNone(() => eraseFilesOfOffers(ctx, gone));
}

/** Ends what is open and erases all that is left, but for the modules that are `waited` for. Repeated, it does the rest. */
async function eraseAll(ctx: Ctx, person: Person, waited: readonly string[] = []): Promise<void> {
  await withTransaction(ctx, (tx) => endOpen(tx, person));
  if (person.kind === 'clinic')
    await withdrawWithClinic(ctx, { clinicId: person.id, by: 'clinic' });
  await eraseTyped(ctx, person);
  await eraseFiles(ctx, person);
  for (const [name, module] of Object.entries(personModules)) {
    if (waited.includes(name)) continue;
    while ((await module.erase(ctx, person)) === 'more');
  }
  await forgetEventsOf(ctx, `${person.kind}:${person.id}`);
}

/**
 * Erases all of a person that is left, in small steps. The first time nobody's address goes before the mail that says
 * goodbye is sent; the last time it does in any case. A kill anywhere in it costs nothing but the repeat.
 */
export const eraseHandler: JobHandler<typeof eraseJob.payload> = async (ctx, job) => {
  const { erasureId } = job.payload;
  const todo = await erasureToDo(ctx, erasureId);
  if (!todo) return;
  const { person, last } = todo;
  // No hold is placed once the erasure has begun: what is asked here holds to the end.
  if (!last && (await waitForHold(ctx, { erasureId, person }))) return;
  await recordErasure(ctx.services.env, person, 'beginning');
  const waits = !last && (await waitsFor(ctx, person, 'leaving.account-closed'));
  await eraseAll(ctx, person, waits ? reachingModules : []);
  await nothingLeft(ctx, erasureId);
};

/**
 * Erases somebody once more whom an older copy of the database still holds, before anybody gets in. The address is gone
 * before a mail could be sent: they had theirs. Whoever the copy does not know is nobody.
 */
export async function eraseAgain(ctx: Ctx, person: Person): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await closeAccount(tx, person);
    await beginErasure(tx, person);
  }).catch((error: unknown) => {
    // Gone already, or closed when the copy was made: its erasure is in the copy.
    if (!isAppError(error) || error.code !== 'unauthenticated') throw error;
  });
  await eraseAll(ctx, person);
}
