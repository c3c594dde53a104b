import { ownDesk, saveView, takeCase } from '#modules/casework';
import { actAs } from '#platform/context';
import { newId } from '#platform/base/ids';
import { signedInClinic, someReviewer } from '../../kit/clinics';
import type { TestServer } from '../../kit/http';
import type { Known } from './examples';
import type { Person } from './people';

/** What a list is kept as. */
export const someView = {
  filter: { status: 'pending' },
  sort: { field: 'registeredAt', order: 'DESC' },
} as const;

/** A body that keeps a list's view; its members are called as those of a list's query are. */
export const viewToKeep: Known = { resource: 'clinics', name: 'Pending', query: someView };

/** A case for whoever works on it, taken where the call needs that; a view of one's own; null for other calls. */
export async function caseThing(
  server: TestServer,
  path: string,
  { id, role }: Person,
): Promise<Record<string, string> | null> {
  const isStaff = role === 'reviewer' || role === 'admin';
  const staff = actAs(server.ctx(), { ...someReviewer(), ...(isStaff ? { id } : {}) });
  if (path.startsWith('/admin/desk/views/')) {
    await saveView(staff, { resource: 'clinics', name: 'Pending', query: someView });
    return { id: (await ownDesk(staff)).views[0]?.id ?? newId() };
  }
  if (!path.startsWith('/admin/cases/')) return null;
  const { clinicId } = await signedInClinic(server.ctx());
  if (path.endsWith('/give-on')) await takeCase(staff, { kind: 'clinics', caseId: clinicId });
  return { kind: 'clinics', id: clinicId };
}
