import { z } from 'zod';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { ownInbox } from '#workflows';
import { pageLoader } from '#app/http/page.server';

const search = z.object({ cursor: z.string().max(200).optional().catch(undefined) });

/** All conversations of one side, a page of them. */
export const inboxLoader = (reader: 'patient' | 'clinic') =>
  pageLoader(
    reader === 'patient' ? 'patient' : 'approved-clinic',
    async (ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>, { url }) => {
      const { cursor } = search.parse(Object.fromEntries(url.searchParams));
      return { ...(await ownInbox(ctx, { cursor })), continued: cursor !== undefined };
    },
  );
