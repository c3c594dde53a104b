import { expect, type BrowserContext } from '@playwright/test';

export interface ConsoleCalls {
  read<Data>(path: string): Promise<Data>;
  /** Sends an event to a record, and is content with nothing but 200. */
  send(path: string, body?: object): Promise<void>;
  /** Sends an event with the version of the record as it is now. */
  decide(path: string, event: string, said?: object): Promise<void>;
}

/** The console's API as who is signed in in this browser; of the run's product, when no other is named. */
export function consoleCalls(
  { request }: BrowserContext,
  url = process.env.E2E_URL!,
): ConsoleCalls {
  const read = async <Data>(path: string) =>
    (await (await request.get(`${url}/api/admin/${path}`)).json()) as Data;
  const send = async (path: string, data: object = {}) => {
    const headers = { Origin: url };
    const answer = await request.post(`${url}/api/admin/${path}`, { data, headers });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  };
  const decide = async (path: string, event: string, said: object = {}) => {
    const { version } = await read<{ version: string }>(path);
    await send(`${path}/${event}`, { ...said, version });
  };
  return { read, send, decide };
}
