import type { BrowserContext } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeFor } from './outbox';
import { newPhone } from './people';
import { untilAnswered, type Answer, type Repeated } from './until-answered';

interface OwnClinic {
  readonly _id: string;
  readonly documents: ReadonlyArray<{ readonly _id: string; readonly name: string }>;
}

/** A clinic that uses the API from a client of its own. */
export class ApiClinic {
  /** Value of the cookie `clinic`. */
  token = '';

  /**
   * `phoneNumber`: of a clinic of the demo; a new one otherwise. `outbox`: who keeps what was sent, when not the product;
   * `address`: told as a proxy in front does.
   */
  constructor(
    /** Of the process that it asks; may become another one's. */
    public url: string,
    readonly phoneNumber = newPhone(),
    private readonly options: { readonly outbox?: string; readonly address?: string } = {},
  ) {}

  async signIn(): Promise<void> {
    const { phoneNumber } = this;
    const since = new Date();
    const asked = await this.asksForCode();
    const otpCode = await codeFor(this.options.outbox ?? this.url, phoneNumber, since);
    const challenge = asked.headers.getSetCookie().join('; ');
    await this.post('/clinic/auth/verify-code', { phoneNumber, otpCode }, challenge);
  }

  /** Signs in with a code and registers with these details. */
  async register(details: Record<string, unknown>): Promise<void> {
    await this.signIn();
    const { phoneNumber } = this;
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

  /** Sends an offer for a request; answers its id. */
  async offers(leadId: string, fields: object): Promise<string> {
    const answer = await this.post(`/clinic/leads/${leadId}/offers`, fields);
    const { data, code } = (await answer.json()) as {
      data?: { offer: { _id: string } };
      code?: string;
    };
    if (!data) throw new Error(`the offer answered ${answer.status} ${code}`);
    return data.offer._id;
  }

  /** Repeats a keyed call over lost connections and outages, as {@link untilAnswered} does. */
  callUntilAnswered = (path: string, body: object, key: string): Promise<Repeated> =>
    untilAnswered(path, async () => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const signal = AbortSignal.timeout(10_000);
      const answer = await this.send(path, { ...init, signal });
      return { status: answer.status, body: (await answer.json()) as Answer['body'] };
    });

  /** What an address tells it. */
  async reads(path: string): Promise<Record<string, unknown>> {
    const answer = await this.send(path, {});
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  }

  /** Itself, as its pages read it. */
  async read(): Promise<OwnClinic> {
    const answer = await this.send('/clinic/auth/status/me', {});
    return ((await answer.json()) as { data: { clinic: OwnClinic } }).data.clinic;
  }

  /** Signs this browser in as the clinic. */
  async enters(context: BrowserContext): Promise<void> {
    await context.addCookies([{ name: 'clinic', value: this.token, url: this.url }]);
  }

  /** Waits as long as it is told to when the last code was sent a moment ago. */
  private async asksForCode(): Promise<Response> {
    const { phoneNumber } = this;
    const asked = await this.post('/clinic/auth/send-code', { phoneNumber });
    const wait = Number(asked.headers.get('Retry-After') ?? 0);
    if (asked.ok) return asked;
    if (wait === 0 || wait > 60)
      throw new Error(`asking for a code answered ${asked.status}, ${wait}`);
    await sleep(wait * 1_000);
    return this.asksForCode();
  }

  private post(path: string, body: object, cookie?: string): Promise<Response> {
    const headers = { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) };
    return this.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('Cookie')) headers.set('Cookie', `clinic=${this.token}`);
    if (this.options.address) headers.set('X-Forwarded-For', this.options.address);
    const answer = await fetch(`${this.url}/api${path}`, { ...init, headers });
    for (const line of answer.headers.getSetCookie())
      this.token = /^clinic=([^;]+)/.exec(line)?.[1] ?? this.token;
    return answer;
  }
}
