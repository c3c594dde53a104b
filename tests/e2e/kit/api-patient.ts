import { setTimeout as sleep } from 'node:timers/promises';
import { codeFor } from './outbox';
import { newPhone } from './people';

interface Answer {
  readonly status: number;
  readonly body: { success: boolean; code?: string; data?: Record<string, unknown> };
}

/** A patient who uses the API from a client that asks again until it is answered. */
export class ApiPatient {
  readonly phoneNumber = newPhone();
  private readonly cookies = new Map<string, string>();

  constructor(private readonly url: string) {}

  async signIn(): Promise<void> {
    const { phoneNumber } = this;
    await this.call('POST', '/auth/send-code', { phoneNumber });
    const otpCode = await codeFor(this.url, phoneNumber);
    await this.call('POST', '/auth/verify-code', { phoneNumber, otpCode });
    const profile = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
    const { status } = await this.call('POST', '/auth/complete-registration', {
      phoneNumber,
      ...profile,
    });
    if (status !== 200) throw new Error(`registration answered ${status}`);
  }

  async call(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(key ? { 'Idempotency-Key': key } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.timeout(10_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.cookies.set(name!, value!);
    }
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** Repeats a keyed call over lost connections and outages; counts what it had to repeat. */
  async callUntilAnswered(
    path: string,
    body: object,
    key: string,
  ): Promise<Answer & { repeats: number }> {
    for (let repeats = 0; ; repeats += 1) {
      const answer = await this.call('POST', path, body, key).catch(() => null);
      if (answer && answer.status < 500) return { ...answer, repeats };
      if (repeats > 600) throw new Error(`no answer to ${path} in a minute`);
      await sleep(100);
    }
  }
}
