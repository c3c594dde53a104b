import { expect, type BrowserContext } from '@playwright/test';

export interface ConsoleCalls {
  read<Data>(path: string): Promise<Data>;
  /** Sends an event to a record, and is content with nothing but 200. */
  send(path: string, body?: object): Promise<void>;
}

/** The console's API as who is signed in in this browser. */
export const consoleCalls = ({ request }: BrowserContext): ConsoleCalls => ({
  read: async <Data>(path: string) =>
    (await (await request.get(`/api/admin/${path}`)).json()) as Data,
  send: async (path, data = {}) => {
    const headers = { Origin: process.env.E2E_URL! };
    const answer = await request.post(`/api/admin/${path}`, { data, headers });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  },
});
