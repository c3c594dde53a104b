import { codeOf } from '../../modules/identity/testing';
import type { TestServer } from './http';

export interface Answer {
  success: boolean;
  message: string;
  code?: string;
  data?: Record<string, unknown>;
  errors?: Record<string, string[]>;
}

/** A browser: keeps cookies, sends JSON. */
export class ApiBrowser {
  readonly cookies = new Map<string, string>();
  setCookies: string[] = [];
  constructor(private readonly server: TestServer) {}

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await this.server.request(`/api${path}`, {
      method,
      headers: {
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    this.setCookies = response.headers.getSetCookie();
    for (const line of this.setCookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) this.cookies.set(name!, value);
      else this.cookies.delete(name!);
    }
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer,
    };
  }
}

/** Signs a browser in with the code sent to `phone`; the answer of the last call. */
export async function signInAt(
  server: Pick<TestServer, 'ctx'>,
  browser: ApiBrowser,
  phoneNumber: string,
): ReturnType<ApiBrowser['call']> {
  await browser.call('POST', '/auth/send-code', { phoneNumber });
  const otpCode = await codeOf(server.ctx(), phoneNumber);
  return browser.call('POST', '/auth/verify-code', { phoneNumber, otpCode });
}
