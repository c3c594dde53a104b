import { someBrowser, usedEndpoint } from '../../../modules/webhooks/testing';
import type { TestServer } from '../../kit/http';
import type { Person } from './people';

/** An endpoint of whoever asks, or what was delivered to it; null for other calls. */
export async function webhookThing(
  server: TestServer,
  path: string,
  { id: clinicId, role }: Person,
): Promise<Record<string, string> | null> {
  if (!path.startsWith('/clinic/webhooks/') || role !== 'clinic-approved') return null;
  const { pool } = server.services.database;
  // Five at most, and a clinic asks again and again.
  await pool.query('delete from webhooks.receiver where clinic_id = $1', [clinicId]);
  const { endpoint, delivery } = await usedEndpoint(server.ctx(), clinicId);
  return { id: path.includes('/deliveries/') ? delivery : endpoint };
}

/** A browser of whoever asks; null for other calls. */
export async function browserThing(
  server: TestServer,
  path: string,
  { id, role }: Person,
): Promise<Record<string, string> | null> {
  if (!path.startsWith('/notification-browsers/') || !id) return null;
  const kind = role === 'patient' ? 'patient' : 'clinic';
  return { id: await someBrowser(server.ctx(), { kind, id }) };
}
