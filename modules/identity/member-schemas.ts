import { z } from 'zod';
import { clinicRoles } from '#platform/base/actor';
import { defineCall } from '#platform/base/call';
import { nameContactMessage, nameText } from './schemas';
import { phoneInputLimit } from './phone';

export const clinicRoleSchema = z.enum(clinicRoles, 'team.error.role');

/** How patients and colleagues read a member of a clinic's team. */
export const memberNameSchema = nameText({
  ...{ max: 100, contact: nameContactMessage },
  missing: 'team.error.name_missing',
  tooLong: 'auth.error.name_too_long',
  unfit: 'auth.error.name_unfit',
});

const instant = z.iso.datetime();

export const memberDto = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  role: clinicRoleSchema,
  /** The number is the account's: the team of the product reaches the clinic there. */
  holdsAccount: z.boolean(),
  /** Who asks. */
  isSelf: z.boolean(),
  /** For owners; null for others. */
  phoneNumber: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
});
export type MemberDto = z.output<typeof memberDto>;

export const inviteDto = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  role: clinicRoleSchema,
  phoneNumber: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type InviteDto = z.output<typeof inviteDto>;

export const teamDto = z.strictObject({
  members: z.array(memberDto),
  /** Links that can still be used; for owners, empty for others. */
  invites: z.array(inviteDto),
});
export type TeamDto = z.output<typeof teamDto>;

export const inviteSchema = z.strictObject({
  phoneNumber: z.string('auth.error.phone_missing').max(phoneInputLimit),
  name: memberNameSchema,
  role: clinicRoleSchema,
});

const id = z.strictObject({ id: z.uuid() });

export const teamCall = defineCall({
  id: 'identity.team',
  route: 'GET /clinic/team',
  summary: 'Who works for the clinic, and for owners the open invitations',
  audience: 'clinic',
  data: teamDto,
});

export const inviteMemberCall = defineCall({
  id: 'identity.invite-member',
  route: 'POST /clinic/team/invites',
  summary:
    'Invite a member by phone number; the link is in this answer only, and good once for 72 hours',
  audience: 'clinic-owner',
  body: inviteSchema,
  data: inviteDto.extend({ link: z.string() }),
  status: 201,
  failures: ['already_member', 'team_full', 'too_many_requests', 'invalid_phone'],
});

export const dropInviteCall = defineCall({
  id: 'identity.drop-invite',
  route: 'DELETE /clinic/team/invites/{id}',
  summary: 'Take an invitation back',
  audience: 'clinic-owner',
  params: id,
  failures: ['not_found'],
});

export const changeRoleCall = defineCall({
  id: 'identity.change-member-role',
  route: 'PUT /clinic/team/members/{id}/role',
  summary: 'Give a member another role; the last owner stays owner',
  audience: 'clinic-owner',
  params: id,
  body: z.strictObject({ role: clinicRoleSchema }),
  failures: ['not_found', 'last_owner'],
});

export const removeMemberCall = defineCall({
  id: 'identity.remove-member',
  route: 'DELETE /clinic/team/members/{id}',
  summary: 'Remove a member; their sessions end at once',
  audience: 'clinic-owner',
  params: id,
  failures: ['not_found', 'last_owner'],
});

export const leaveTeamCall = defineCall({
  id: 'identity.leave-team',
  route: 'POST /clinic/team/leave',
  summary: 'Leave the clinic; the last owner cannot',
  audience: 'clinic',
  failures: ['last_owner'],
});

/** A clinic that a number may sign in to. */
export const ownTeamDto = z.strictObject({ _id: z.uuid(), role: clinicRoleSchema });
export type OwnTeam = z.output<typeof ownTeamDto>;

export const enterClinicCall = defineCall({
  id: 'identity.enter-clinic',
  route: 'POST /clinic/auth/enter',
  summary: 'Of several clinics that a number works for, sign in to one',
  audience: 'phone-verified-clinic',
  body: z.strictObject({ clinicId: z.uuid() }),
  /** The owner of an account that was silent for long still owes a second proof. */
  data: z.strictObject({ owesEmailProof: z.boolean() }),
  failures: ['not_found'],
  limit: 'auth',
});

/** Of a link: as its page reads it from the address. */
export const inviteTokenSchema = z.string().regex(/^[\w-]{43}$/, 'team.error.invite');

export const joinTeamCall = defineCall({
  id: 'identity.join-team',
  route: 'POST /clinic/auth/join',
  summary: 'Join a clinic with an invitation to the number of the session',
  audience: 'phone-verified-clinic',
  body: z.strictObject({ token: inviteTokenSchema }),
  data: ownTeamDto,
  failures: ['invite_gone', 'team_full'],
  limit: 'auth',
});
