import { giveRequestCall } from '#contracts/exchange';
import {
  changeRoleCall,
  dropInviteCall,
  enterClinicCall,
  inviteMemberCall,
  joinTeamCall,
  leaveTeamCall,
  makeTokenCall,
  removeMemberCall,
  revokeTokenCall,
  teamCall,
  tokensCall,
} from '#contracts/identity';
import {
  changeMemberRole,
  dropInvite,
  enterClinic,
  joinTeam,
  makeToken,
  ownTeam,
  ownTokens,
  revokeToken,
} from '#modules/identity';
import { giveRequest, leaveTeam, removeMember } from '#workflows';
import { appendKnown, appendSession, dropSession, readKnown } from '#app/auth/cookies.server';
import { endpoint } from '#app/http/api.server';
import { invite } from '#app/team/team-page.server';

/** Tokens for software of a clinic. */
const tokens = [
  endpoint(tokensCall, async (ctx) => ({ tokens: await ownTokens(ctx) })),
  endpoint(makeTokenCall, (ctx, { body }) => makeToken(ctx, body)),
  endpoint(revokeTokenCall, (ctx, { params }) => revokeToken(ctx, params)),
];

/** The team of a clinic, signing in to one of several, and tokens for its software. */
export const teamEndpoints = [
  ...tokens,
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
