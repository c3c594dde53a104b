import {
  markReadCall,
  noticesCall,
  preferencesCall,
  setPreferencesCall,
} from '#contracts/notifications';
import {
  markNoticesRead,
  ownPreferences,
  setPreferences,
  unreadNotices,
} from '#modules/notifications';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { ownNotices } from '#workflows';
import { asParty, endpoint } from '#app/http/api.server';

const unreadOfMine = async (ctx: Ctx<ActorOf<'patient' | 'clinic'>>) =>
  (await unreadNotices(ctx, [ctx.actor]))[0]!;

/** What patients and clinics were told in the product, and what they are told of. */
export const noticeEndpoints = [
  endpoint(
    noticesCall,
    async (ctx, { query: { cursor } }) => {
      const [page, unread] = await Promise.all([ownNotices(ctx, { cursor }), unreadOfMine(ctx)]);
      return { ...page, ...unread };
    },
    // The header of an open page asks by itself.
    { ...asParty, quiet: true },
  ),
  endpoint(
    markReadCall,
    async (ctx, { body }) => {
      await markNoticesRead(ctx, body);
      return unreadOfMine(ctx);
    },
    asParty,
  ),
  endpoint(preferencesCall, async (ctx) => ({ preferences: await ownPreferences(ctx) }), asParty),
  endpoint(
    setPreferencesCall,
    async (ctx, { body }) => {
      await setPreferences(ctx, body);
      return { preferences: await ownPreferences(ctx) };
    },
    asParty,
  ),
];
