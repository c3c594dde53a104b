import { withTransaction } from '#engine';
import { attachClinic } from '#modules/clinic-onboarding';
import { askWayBack, confirmWayBack, type AskedWayBack } from '#modules/identity';
import { isClosed } from '#modules/leaving';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Person } from '#platform/privacy/person-data';

/** Who closed their account does not come back to it, also while a hold keeps it from being erased. Throws `not_found` for what is no id. */
async function refuseClosed(ctx: CtxOf<'staff'>, person: Person): Promise<void> {
  if (!isId(person.id)) throw new AppError('not_found');
  if (await isClosed(ctx, person)) throw new AppError('event_refused');
}

/** Asks for the recovery of an account: what {@link askWayBack} says, but for those that are closed. */
export async function askForWayBack(ctx: CtxOf<'staff'>, asked: AskedWayBack): Promise<void> {
  await refuseClosed(ctx, asked.account);
  await askWayBack(ctx, asked);
}

/** Confirms what a colleague asked for: what {@link confirmWayBack} says; a clinic has its number everywhere. */
export async function confirmAskedWayBack(
  ctx: CtxOf<'staff'>,
  confirmed: { account: Person; wayBackId: string },
): Promise<void> {
  const { account } = confirmed;
  await refuseClosed(ctx, account);
  await withTransaction(ctx, async (tx) => {
    const phone = await confirmWayBack(tx, confirmed);
    if (phone !== null && account.kind === 'clinic')
      await attachClinic(tx, { clinicId: account.id, phone });
  });
}
