import { heldIds } from '#modules/leaving';
import { forgetTickets } from '#modules/support';
import type { Ctx } from '#platform/context';

/** Removes tickets that were closed long ago, but for those of accounts under a legal hold; returns how many went. */
export const forgetOldTickets = async (ctx: Ctx): Promise<number> =>
  forgetTickets(ctx, { held: await heldIds(ctx) });
