import { addCanned, answerTicket, closeTicket } from '#modules/support';
import { accountHolder, type ActorOf } from '#platform/base/actor';
import { actAs } from '#platform/context';
import { signedInPatient } from '../../../modules/identity/testing';
import { openedTicket } from '../../../modules/support/testing';
import { someReviewer } from '../../kit/clinics';
import type { TestServer } from '../../kit/http';
import type { Person } from './people';

/** A ticket of whoever asks, or for staff one that somebody wrote, where the call needs it; null for other calls. */
export async function ticketThing(
  server: TestServer,
  path: string,
  { id, phone, role }: Person,
): Promise<Record<string, string> | null> {
  const [, canned, call] = /^\/(?:admin\/)?(?:tickets|(answers))\/\{id\}\/?(.*)/.exec(path) ?? [];
  if (call === undefined) return null;
  const isStaff = role === 'reviewer' || role === 'admin';
  const staff = actAs(server.ctx(), someReviewer());
  if (canned)
    return isStaff
      ? { id: await addCanned(staff, { name: 'Hours', texts: { en: 'At nine.' } }) }
      : { id };
  const [kind = ''] = role.split('-');
  if (!isStaff && kind !== 'patient' && kind !== 'clinic') return { id };
  // Whoever asks for it with every case may have as many as that takes.
  await server.services.database.pool.query(
    `delete from platform.rate_limit where key like 'support.%'`,
  );
  const owner = isStaff
    ? (await signedInPatient(server.ctx())).ctx
    : actAs(server.ctx(), {
        ...{ kind, id, phone, sessionId: id, approved: role === 'clinic-approved' },
        member: accountHolder(id),
      } as ActorOf<'patient'> | ActorOf<'clinic'>);
  const ticketId = await openedTicket(owner);
  if (call === 'reopen') await closeTicket(staff, { ticketId });
  if (call === 'read') await answerTicket(staff, { ticketId, text: 'At nine.' });
  return { id: ticketId };
}
