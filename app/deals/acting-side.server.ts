import type { ActorOf } from '#platform/base/actor';
import { actAs, type Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { ownersOf } from '#app/http/owners.server';

type Party = ActorOf<'patient'> | ActorOf<'clinic'>;
type PartyCtx = Ctx<Party>;

/**
 * As whom a call about one thing acts: whomever of this browser's people it belongs to. `as` says so where it belongs to
 * both of them.
 *
 * @throws AppError `which_session` for a thing of both without `as`
 */
export async function actingSide(
  ctx: PartyCtx,
  request: Request,
  { as, isOwn }: { as: string | undefined; isOwn: (ctx: PartyCtx) => Promise<boolean> },
): Promise<PartyCtx> {
  if (as) return ctx;
  const people = (await ownersOf(ctx, request)).filter(
    (actor): actor is Party => actor.kind === 'patient' || actor.kind === 'clinic',
  );
  if (people.length < 2) return ctx;
  const sides = people.map((actor) => actAs(ctx, actor));
  const own: PartyCtx[] = [];
  for (const side of sides) if (await isOwn(side)) own.push(side);
  if (own.length > 1) throw new AppError('which_session');
  return own[0] ?? ctx;
}
