import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import type { TestServer } from './http';

export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** The test server's address by number is an origin of ours as well, and the one that requests go to. */
export const anonymousAt =
  (server: TestServer): Send =>
  (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('Origin')) headers.set('Origin', `http://127.0.0.1:${server.listening.port}`);
    return server.request(path, { ...init, headers });
  };

/** A browser of a new patient. */
export const newPatientAt = async (server: TestServer): Promise<Send> =>
  browserOf(server, await signedInPatient(server.ctx()));

/** A browser that holds the session of this patient. */
export const browserOf =
  (server: TestServer, { token }: SignedInPatient): Send =>
  (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', `patient=${token}`);
    return anonymousAt(server)(path, { ...init, headers });
  };

/** A form as a browser without JavaScript sends it. */
export const form = (values: Record<string, string | string[]>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(
    Object.entries(values).flatMap(([key, value]) => [value].flat().map((one) => [key, one])),
  ),
});

/** A form with photos, each with its name. */
export function photoForm(...files: Array<Buffer | [Buffer, string]>): RequestInit {
  const body = new FormData();
  for (const file of files) {
    const [bytes, name] = Array.isArray(file) ? file : [file, 'photo.jpg'];
    body.append('photo', new File([new Uint8Array(bytes)], name));
  }
  return { method: 'POST', body };
}

export const locationOf = (answer: Response): string | null => answer.headers.get('Location');
