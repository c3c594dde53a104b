import { data } from '@remix-run/node';
import { z } from 'zod';
import {
  clinicRoleSchema,
  enterClinicCall,
  inviteSchema,
  readPhone,
  showPhone,
} from '#contracts/identity';
import {
  changeMemberRole,
  clinicsToChoose,
  dropInvite,
  inviteMember,
  ownTeam,
} from '#modules/identity';
import { mayAs } from '#platform/base/actor';
import { leaveTeam, removeMember } from '#workflows';
import { AppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import { dropSession } from '#app/auth/cookies.server';
import { joinPath, named, runEnter } from '#app/clinic/registration-page.server';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

export const teamPath = '/clinic/team';

/** As people read it. */
const withShownPhone = <T extends { phoneNumber: string | null }>(one: T): T => ({
  ...one,
  phoneNumber: one.phoneNumber && showPhone(one.phoneNumber),
});

export const teamLoader = pageLoader('clinic', async (ctx) => {
  const others = (await clinicsToChoose(ctx)).filter(({ _id }) => _id !== ctx.actor.id);
  const { members, invites } = await ownTeam(ctx);
  return {
    members: members.map(withShownPhone),
    invites: invites.map(withShownPhone),
    isOwner: mayAs(ctx.actor.member.role, 'owner'),
    others: await named(ctx, others),
  };
});

/** The answer shows the link once: it is nowhere else. */
export async function invite(
  ctx: CtxOf<'clinic'>,
  { phoneNumber, name, role }: z.output<typeof inviteSchema>,
) {
  const reading = readPhone(phoneNumber, 'TR');
  if (!reading.ok)
    throw new AppError(reading.code, { fields: { phoneNumber: [`error.${reading.code}`] } });
  const { token, ...made } = await inviteMember(ctx, { phone: reading.phone.number, name, role });
  return { ...made, link: `${ctx.services.env.PUBLIC_URL}${joinPath}#${token}` };
}

const member = z.object({ id: z.uuid() });

export const teamAction = pageAction('clinic', {
  invite: intent('clinic-owner', inviteSchema, async (ctx, given) => {
    const { link, name } = await invite(ctx, given);
    return data({ made: { link, name } });
  }),
  'drop-invite': intent('clinic-owner', member, async (ctx, { id }) => {
    await dropInvite(ctx, { id });
    return redirect(teamPath);
  }),
  role: intent('clinic-owner', member.extend({ role: clinicRoleSchema }), async (ctx, given) => {
    await changeMemberRole(ctx, { memberId: given.id, role: given.role });
    return redirect(teamPath);
  }),
  remove: intent('clinic-owner', member, async (ctx, { id }) => {
    await removeMember(ctx, { memberId: id });
    return redirect(teamPath);
  }),
  enter: intent('clinic', enterClinicCall.body, runEnter),
  leave: intent('clinic', z.object({}), async (ctx, _none, { headers }) => {
    await leaveTeam(ctx);
    dropSession(headers, ctx.services.env, 'clinic');
    return redirect('/clinic-login', { headers });
  }),
});
