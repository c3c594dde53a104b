import { forgetShares } from '#modules/companions';
import { heldIds } from '#modules/leaving';
import type { Ctx } from '#platform/context';

/** Removes links of companions that ended long ago, but for those of patients under a legal hold; returns how many went. */
export const forgetEndedLinks = async (ctx: Ctx): Promise<number> =>
  forgetShares(ctx, { held: await heldIds(ctx) });
