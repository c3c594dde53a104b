import { z } from 'zod';
import { addStaffCall, staffList, staffRecord, staffRoles } from '#contracts/identity';
import {
  addStaff,
  changeStaffRole,
  disableStaff,
  enableStaff,
  endStaffSession,
  endStaffSessions,
  inviteStaffAgain,
  listStaff,
  readStaff,
  resetStaffFactors,
} from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { endpoint, type Endpoint } from '#app/http/api.server';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';

const resource = defineResource({
  name: 'staff',
  list: staffList,
  record: staffRecord,
  detail: staffRecord,
  events: {
    'change-role': z.strictObject({ role: z.enum(staffRoles) }),
    disable: nothing,
    enable: nothing,
    'invite-again': nothing,
    'reset-factors': nothing,
    'end-session': z.strictObject({ sessionId: z.string().max(100) }),
    'end-sessions': nothing,
  },
  failures: {
    'change-role': ['last_admin'],
    disable: ['last_admin'],
    'reset-factors': ['last_admin'],
  },
});

/** The record as it stands, with the link that was just made: no other answer holds it. */
const withLink = async (ctx: Ctx<ActorOf<'staff'>>, id: string, link: string) => ({
  ...(await readStaff(ctx, id)),
  enrolmentLink: link,
});

const addEndpoint: Endpoint = endpoint(addStaffCall, async (ctx, { body }) => {
  const { id, link } = await addStaff(ctx, body);
  return { record: await withLink(ctx, id, link) };
});

export const staff = serve(
  resource,
  {
    // Reviewers ask for names by their ids alone, to see who did what.
    list: (ctx, request) => {
      if (ctx.actor.role !== 'admin' && !request.filter.id) throw new AppError('forbidden');
      return listStaff(ctx, request);
    },
    record: readStaff,
    events: {
      'change-role': (ctx, { id, body }) => changeStaffRole(ctx, { staffId: id, ...body }),
      disable: (ctx, { id }) => disableStaff(ctx, { staffId: id }),
      enable: (ctx, { id }) => enableStaff(ctx, { staffId: id }),
      'invite-again': async (ctx, { id }) =>
        withLink(ctx, id, (await inviteStaffAgain(ctx, { staffId: id })).link),
      'reset-factors': async (ctx, { id }) =>
        withLink(ctx, id, (await resetStaffFactors(ctx, { staffId: id })).link),
      'end-session': (ctx, { id, body }) => endStaffSession(ctx, { staffId: id, ...body }),
      'end-sessions': (ctx, { id }) => endStaffSessions(ctx, { staffId: id }),
    },
  },
  [addEndpoint],
);
