import type { TestServer } from './http';

export interface Seen {
  readonly status: number;
  /** Where the answer sends the browser. */
  readonly to: string | null;
  readonly html: string;
  /** What a person reads, in one line. */
  readonly words: string;
}

/** What a person reads of a page, in one line. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

/** A browser without JavaScript. */
export const browse =
  (server: TestServer, token: string | null) =>
  async (path: string, form?: Record<string, string>, accept = 'text/html'): Promise<Seen> => {
    const answer = await server.request(path, {
      method: form ? 'POST' : 'GET',
      headers: {
        Accept: accept,
        Origin: `http://127.0.0.1:${server.listening.port}`,
        ...(token ? { Cookie: `patient=${token}` } : {}),
      },
      body: form ? new URLSearchParams(form) : undefined,
    });
    const html = await answer.text();
    return {
      status: answer.status,
      to: answer.headers.get('Location'),
      html,
      words: wordsOf(html),
    };
  };
