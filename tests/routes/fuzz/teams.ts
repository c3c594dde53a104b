import { inviteMember, joinTeam, openSession, resolveSession } from '#modules/identity';
import { accountHolder } from '#platform/base/actor';
import { actAs, type CtxOf } from '#platform/context';
import { newPhone } from '../../../modules/identity/testing';
import { signedInClinic, teamMember } from '../../kit/clinics';
import type { TestServer } from '../../kit/http';
import type { Person } from './people';

/** Who holds the account of a clinic. */
const holder = (server: TestServer, { id, phone, role }: Person): CtxOf<'clinic'> =>
  actAs(server.ctx(), {
    ...{ kind: 'clinic', id, phone, sessionId: id, approved: role === 'clinic-approved' },
    member: accountHolder(id),
  });

const invited = (phone: string) => ({ phone, name: 'Guest', role: 'doctor' }) as const;

/** A member of the team of whoever asks, or an open invitation to it; null for other calls. */
export async function teamThing(
  server: TestServer,
  path: string,
  person: Person,
): Promise<Record<string, string> | null> {
  const [, of] = /^\/clinic\/team\/(members|invites)\/\{id\}/.exec(path) ?? [];
  if (!of) return null;
  const owner = holder(server, person);
  if (of === 'members') return { id: (await teamMember(owner, 'reader')).ctx.actor.member.id };
  return { id: (await inviteMember(owner, invited(newPhone())))._id };
}

/** Another owner stays, so that this one can go. */
export async function secondOwner(server: TestServer, person: Person): Promise<void> {
  await teamMember(holder(server, person), 'owner');
}

/** The token of an invitation to the number of whoever asks. */
export async function invitation(server: TestServer, { phone }: Person): Promise<string> {
  const { ctx } = await signedInClinic(server.ctx());
  return (await inviteMember(ctx, invited(phone))).token;
}

/** A clinic that the number of whoever asks works for. */
export async function otherTeam(server: TestServer, { phone }: Person): Promise<string> {
  const { ctx: owner } = await signedInClinic(server.ctx());
  const { token } = await inviteMember(owner, invited(phone));
  const ctx = server.ctx();
  const opening = { principal: 'clinic', phase: 'phone-verified', phone } as const;
  const session = await openSession(ctx, opening);
  const actor = await resolveSession(ctx, { ...opening, token: session.token, renew: false });
  if (actor?.kind !== 'phone-verified') throw new Error('the number is not proved');
  await joinTeam(actAs(ctx, actor), { token });
  return owner.actor.id;
}
