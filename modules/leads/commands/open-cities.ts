import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { dispatch } from '#platform/flow';
import type { LeadDto } from '../dto';
import { leadFlow } from '../lead.flow.server';
import { ownLead } from '../repo.server';
import { namesEveryCity } from '../status';
import { toOwnLead } from '../to-dto';

/**
 * The acting patient's answer to missing offers: any city would do. From then on the request names all cities, so that
 * clinics of the others know that they are meant, too.
 *
 * @throws AppError `not_found`; `event_refused` when nobody asked, or when the request is for any city already.
 */
export async function openCities(
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<LeadDto> {
  return transaction(ctx, async (tx) => {
    const { id, locations } = await ownLead(tx, leadId);
    if (namesEveryCity(locations)) throw new AppError('event_refused');
    await dispatch(tx, leadFlow, { id, event: { type: 'leads.open-cities' } });
    return toOwnLead(ctx, await ownLead(tx, id));
  });
}
