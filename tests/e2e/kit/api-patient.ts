import { expect, type BrowserContext } from '@playwright/test';
import { codeFor } from './outbox';
import { newPhone } from './people';
import { untilAnswered, type Answer, type Repeated } from './until-answered';

/** A patient who uses the API from a client that asks again until it is answered. */
export class ApiPatient {
  readonly phoneNumber = newPhone();
  private readonly cookies = new Map<string, string>();

  /** `outbox`: who keeps what was sent, when not the product; `address`: told as a proxy in front does. */
  constructor(
    /** Of the process that it asks; may become another one's. */
    public url: string,
    private readonly options: { readonly outbox?: string; readonly address?: string } = {},
  ) {}

  async signIn(): Promise<void> {
    const { phoneNumber } = this;
    await this.call('POST', '/auth/send-code', { phoneNumber });
    const otpCode = await codeFor(this.options.outbox ?? this.url, phoneNumber);
    await this.call('POST', '/auth/verify-code', { phoneNumber, otpCode });
    const profile = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
    const { status } = await this.call('POST', '/auth/complete-registration', {
      phoneNumber,
      ...profile,
    });
    if (status !== 200) throw new Error(`registration answered ${status}`);
  }

  /** Sends a request; answers its id. Notes with contact data make it wait for a person. */
  async submits(fields: object = {}): Promise<string> {
    const { phoneNumber } = this;
    const request = { treatment: 'dental', subTreatment: 'Root Canal', bodyArea: 'mouth' };
    const { status, body } = await this.call('POST', '/leads', {
      phoneNumber,
      ...request,
      ...fields,
    });
    if (status !== 201) throw new Error(`the request answered ${status} ${body.code}`);
    return body.data!._id as string;
  }

  /** Waits until the newest request has been reviewed: the demo's team needs some seconds. */
  async untilReviewed(): Promise<void> {
    const status = async () => {
      const { body } = await this.call('GET', '/leads/me');
      return (body.data!.leads as Array<{ status: string }>)[0]!.status;
    };
    await expect.poll(status, { timeout: 60_000 }).toBe('reviewed');
  }

  /** Uploads a photo, of a view where one is named; answers its id. */
  async uploads(bytes: Buffer, slot?: string): Promise<string> {
    const form = new FormData();
    form.append('photo', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
    const { body } = await this.send(slot ? `/photos?slot=${slot}` : '/photos', {
      method: 'POST',
      body: form,
    });
    return body.data!.id as string;
  }

  /** Signs this browser in as the patient. */
  async enters(context: BrowserContext): Promise<void> {
    await context.addCookies(
      [...this.cookies].map(([name, value]) => ({ name, value, url: this.url })),
    );
  }

  /** As its next call says it. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  call(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    return this.send(path, {
      method,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(key ? { 'Idempotency-Key': key } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
  }

  private async send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    headers.set('Cookie', this.cookie);
    if (this.options.address) headers.set('X-Forwarded-For', this.options.address);
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(`${this.url}/api${path}`, { ...init, headers, signal });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.cookies.set(name!, value!);
    }
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** Repeats a keyed call over lost connections and outages, as {@link untilAnswered} does. */
  callUntilAnswered = (path: string, body: object, key: string): Promise<Repeated> =>
    untilAnswered(path, () => this.call('POST', path, body, key));
}
