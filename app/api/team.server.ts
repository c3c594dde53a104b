import { giveRequestCall } from '#contracts/exchange';
import {
  changeRoleCall,
  dropInviteCall,
  enterClinicCall,
  inviteMemberCall,
  joinTeamCall,
  leaveTeamCall,
  removeMemberCall,
  teamCall,
} from '#contracts/identity';
import { changeMemberRole, dropInvite, enterClinic, joinTeam, ownTeam } from '#modules/identity';
import { giveRequest, leaveTeam, removeMember } from '#workflows';
import { appendKnown, appendSession, dropSession, readKnown } from '#app/auth/cookies.server';
import { endpoint } from '#app/http/api.server';
import { invite } from '#app/team/team-page.server';

/** The team of a clinic, and signing in to one of several. */
export const teamEndpoints = [
  endpoint(teamCall, (ctx) => ownTeam(ctx)),
  endpoint(inviteMemberCall, (ctx, { body }) => invite(ctx, body)),
  endpoint(dropInviteCall, (ctx, { params }) => dropInvite(ctx, params)),
  endpoint(changeRoleCall, (ctx, { params, body }) =>
    changeMemberRole(ctx, { memberId: params.id, ...body }),
  ),
  endpoint(removeMemberCall, (ctx, { params }) => removeMember(ctx, { memberId: params.id })),
  endpoint(leaveTeamCall, async (ctx, _input, { headers }) => {
    await leaveTeam(ctx);
    dropSession(headers, ctx.services.env, 'clinic');
  }),
  endpoint(giveRequestCall, (ctx, { params, body }) =>
    giveRequest(ctx, { leadId: params.id, ...body }),
  ),
  endpoint(enterClinicCall, async (ctx, { body }, { request, headers }) => {
    const { env } = ctx.services;
    const entered = await enterClinic(ctx, { ...body, known: readKnown(env, request) });
    appendSession(headers, env, 'clinic', entered.session);
    appendKnown(headers, env, entered.known);
    return { owesEmailProof: entered.clinic === null };
  }),
  endpoint(joinTeamCall, async (ctx, { body }, { request, headers }) => {
    const { env } = ctx.services;
    const joined = await joinTeam(ctx, { ...body, known: readKnown(env, request) });
    appendSession(headers, env, 'clinic', joined.session);
    appendKnown(headers, env, joined.known);
    return joined.team;
  }),
];
