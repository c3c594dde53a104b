import { openSession } from '#modules/identity';
import { newPhone } from '../../modules/identity/testing';
import type { TestServer } from './http';
import { anonymousAt, type Send } from './patient-browser';

export interface ClinicBrowser {
  readonly send: Send;
  readonly phone: string;
  /** The cookie header. */
  readonly cookie: string;
}

/** A browser that has verified the phone of a clinic which is not registered yet. */
export async function verifiedClinicAt(
  server: TestServer,
  phone = newPhone(),
): Promise<ClinicBrowser> {
  const { token } = await openSession(server.ctx(), {
    principal: 'clinic',
    phase: 'phone-verified',
    phone,
  });
  return browserWith(server, phone, `clinic=${token}`);
}

export function browserWith(server: TestServer, phone: string, cookie: string): ClinicBrowser {
  const send: Send = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookie);
    return anonymousAt(server)(path, { ...init, headers });
  };
  return { send, phone, cookie };
}

/** One file of a form. */
export interface FormFile {
  readonly bytes: Buffer | string;
  readonly name: string;
  readonly type?: string;
}

/** A multipart form of text fields and files. */
export function documentForm(
  text: Record<string, string>,
  field: string,
  ...files: FormFile[]
): { method: 'POST'; body: FormData } {
  const body = new FormData();
  for (const [name, value] of Object.entries(text)) body.append(name, value);
  for (const { bytes, name, type } of files)
    body.append(field, new File([new Uint8Array(Buffer.from(bytes))], name, { type }));
  return { method: 'POST', body };
}
