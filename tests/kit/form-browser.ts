import type { TestServer } from './http';
import { wordsOf, type Seen } from './browse';

/** A browser without JavaScript that keeps its cookies. */
export class FormBrowser {
  readonly cookies = new Map<string, string>();
  /** `token` is that of a clinic's session. */
  constructor(
    private readonly server: TestServer,
    token?: string,
  ) {
    if (token) this.cookies.set('clinic', token);
  }
  async go(
    path: string,
    form?: Record<string, string | string[]> | FormData,
    accept = 'text/html',
  ): Promise<Seen> {
    const body =
      form instanceof FormData || !form
        ? form
        : new URLSearchParams(
            Object.entries(form).flatMap(([key, value]) => [value].flat().map((one) => [key, one])),
          );
    const answer = await this.server.request(path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        Accept: accept,
        Origin: `http://127.0.0.1:${this.server.listening.port}`,
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body,
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) this.cookies.set(name!, value);
      else this.cookies.delete(name!);
    }
    const html = await answer.text();
    return {
      status: answer.status,
      to: answer.headers.get('Location'),
      html,
      words: wordsOf(html),
    };
  }
}
