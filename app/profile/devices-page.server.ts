import { z } from 'zod';
import { sessionChoiceSchema } from '#contracts/identity';
import { endOtherSessions, endOwnSession, ownSessions } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { intent, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

type PartyCtx = Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>;

const paths = { patient: '/profile/devices', clinic: '/clinic/devices' } as const;

/** Where the acting person is signed in. */
export const loadDevices = async (ctx: PartyCtx) => ({ sessions: await ownSessions(ctx) });

/** One session is ended, or all but this one. */
export const devicesAction = (side: 'patient' | 'clinic') =>
  pageAction(side, {
    end: intent(side, sessionChoiceSchema, async (ctx: PartyCtx, { id }) => {
      await endOwnSession(ctx, { id });
      return redirect(`${paths[side]}?ended`);
    }),
    'end-others': intent(side, z.object({}), async (ctx: PartyCtx) => {
      await endOtherSessions(ctx);
      return redirect(`${paths[side]}?ended-others`);
    }),
  });
