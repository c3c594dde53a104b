import { codeFor } from './outbox';
import { newPhone } from './people';

/** A clinic that uses the API from a client of its own. */
export class ApiClinic {
  readonly phoneNumber = newPhone();
  /** Value of the cookie `clinic`. */
  token = '';

  constructor(private readonly url: string) {}

  /** Signs in with a code and registers with these details. */
  async register(details: Record<string, unknown>): Promise<void> {
    const { phoneNumber } = this;
    const asked = await this.post('/clinic/auth/send-code', { phoneNumber });
    const otpCode = await codeFor(this.url, phoneNumber);
    const challenge = asked.headers.getSetCookie().join('; ');
    await this.post('/clinic/auth/verify-code', { phoneNumber, otpCode }, challenge);
    const answer = await this.post('/clinic/auth/complete-registration', {
      phoneNumber,
      ...details,
    });
    if (answer.status !== 201)
      throw new Error(`the registration answered ${answer.status}: ${await answer.text()}`);
  }

  /** Uploads one file of a kind. */
  async upload(kind: string, name: string, bytes: Buffer, type: string): Promise<Response> {
    const body = new FormData();
    body.append('phoneNumber', this.phoneNumber);
    body.append('kind', kind);
    body.append('documents', new File([new Uint8Array(bytes)], name, { type }));
    return this.send('/clinic/auth/upload-documents', { method: 'POST', body });
  }

  private post(path: string, body: object, cookie?: string): Promise<Response> {
    const headers = { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) };
    return this.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('Cookie')) headers.set('Cookie', `clinic=${this.token}`);
    const answer = await fetch(`${this.url}/api${path}`, { ...init, headers });
    for (const line of answer.headers.getSetCookie())
      this.token = /^clinic=([^;]+)/.exec(line)?.[1] ?? this.token;
    return answer;
  }
}
