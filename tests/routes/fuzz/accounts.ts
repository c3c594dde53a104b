import { askWayBack, makeToken, ownTokens } from '#modules/identity';
import { accountHolder } from '#platform/base/actor';
import { actAs, type CtxOf } from '#platform/context';
import { signedInPatient } from '../../../modules/identity/testing';
import { placeLegalHold } from '../../../workflows/leaving/hold';
import { signedInClinic, someReviewer } from '../../kit/clinics';
import type { TestServer } from '../../kit/http';
import type { Person } from './people';

const reason = 'They answered from the address of the account.';

/** An account that is held, or that its number does not open, where a call of staff is for those; null for other calls. */
export async function accountThing(
  server: TestServer,
  path: string,
): Promise<Record<string, string> | null> {
  const [, records, call] =
    /^\/admin\/(patients|clinics)\/\{id\}\/(lift-hold|ask-way-back|confirm-way-back)$/.exec(path) ??
    [];
  if (!call) return null;
  const person =
    records === 'patients'
      ? { kind: 'patient' as const, id: (await signedInPatient(server.ctx())).ctx.actor.id }
      : { kind: 'clinic' as const, id: (await signedInClinic(server.ctx())).clinicId };
  const admin: CtxOf<'staff'> = actAs(server.ctx(), someReviewer('admin'));
  if (call === 'lift-hold') await placeLegalHold(admin, { person, reason });
  else await fallSilent(server, person);
  if (call === 'confirm-way-back') await askWayBack(admin, { account: person, reason });
  return { id: person.id };
}

const fallSilent = ({ services }: TestServer, { kind, id }: { kind: string; id: string }) =>
  services.database.pool.query(
    `update identity.${kind === 'patient' ? 'patient' : 'clinic_account'}
     set last_seen_at = platform.now() - interval '181 days' where id = $1`,
    [id],
  );

/** A token of the clinic that asks, where a call is about one; null for other calls. */
export async function tokenThing(
  server: TestServer,
  path: string,
  { role, id, phone }: Person,
): Promise<Record<string, string> | null> {
  if (path !== '/clinic/tokens/{id}' || role !== 'clinic-approved') return null;
  const actor = { kind: 'clinic', id, phone, sessionId: id, approved: true } as const;
  const ctx = actAs(server.ctx(), { ...actor, member: accountHolder(id) });
  const good = (await ownTokens(ctx)).find(({ isOver }) => !isOver);
  const token = good ?? (await makeToken(ctx, { name: 'Fuzz', scopes: ['requests'], days: 30 }));
  return { id: token._id };
}
