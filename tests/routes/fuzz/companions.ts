import { openShare, writeNote } from '#modules/companions';
import { ownCompanions, shareWithCompanion } from '#workflows';
import { actAs, type CtxOf } from '#platform/context';
import { submitted } from '../../../modules/leads/testing';
import { requestWithPhotos } from '../../kit/shown-photos';
import type { TestServer } from '../../kit/http';
import type { Person } from './people';

const share = (patient: CtxOf<'patient'>, id: string) =>
  shareWithCompanion(patient, { kind: 'comparison', id, withPhotos: true, withNotes: true });

/** A link that a browser has opened, and a photo that it shows. */
async function newLook(server: TestServer) {
  const { patient, leadId, photos } = await requestWithPhotos(server.ctx());
  const { token } = await share(patient.ctx, leadId);
  const { token: cookie } = await openShare(server.ctx(), { token });
  return { cookie: `companion=${cookie}`, photo: photos[0]! };
}

const looks = new WeakMap<TestServer, ReturnType<typeof newLook>>();

/** The same for all who only look. */
export function openedLook(server: TestServer): ReturnType<typeof newLook> {
  const look = looks.get(server) ?? newLook(server);
  looks.set(server, look);
  return look;
}

/** The token of a link that waits for a browser. */
export async function unusedToken(server: TestServer): Promise<string> {
  const { patient, leadId } = await requestWithPhotos(server.ctx(), { photos: 0 });
  return (await share(patient.ctx, leadId)).token;
}

/** A link of whoever asks, with a note; the photo of one that was opened; null for other calls. */
export async function companionThing(
  server: TestServer,
  path: string,
  { role, id, phone }: Person,
): Promise<Record<string, string> | null> {
  if (path.startsWith('/shared/photos/')) return { id: (await openedLook(server)).photo };
  if (!path.startsWith('/companions/')) return null;
  if (role !== 'patient') return { id, noteId: id };
  const patient = actAs(server.ctx(), { kind: 'patient', id, phone, sessionId: id });
  const { _id: leadId } = await submitted(patient);
  const { link, token } = await share(patient, leadId);
  const { token: cookie } = await openShare(server.ctx(), { token });
  await writeNote(server.ctx(), { cookie, text: 'A note.', author: null });
  const { links } = await ownCompanions(patient, { kind: 'comparison', id: leadId });
  return { id: link._id, noteId: links[0]!.notes[0]!._id };
}
