import { expect } from 'vitest';
import type { TestServer } from './http';

interface Event {
  id?: string;
  data?: Record<string, unknown>;
}

/** Streams of one test file, so that it can end them all. */
export const openStreams: AbortController[] = [];

/** Reads a stream the way a browser does; `next` waits for the next event with data. */
export async function listenAt(
  server: TestServer,
  token: string | null,
  lastEventId?: string,
  { cookie = 'patient', path = '/api/events' } = {},
) {
  const abort = new AbortController();
  openStreams.push(abort);
  const answer = await server.request(path, {
    signal: abort.signal,
    headers: {
      Accept: 'text/event-stream',
      ...(token ? { Cookie: `${cookie}=${token}` } : {}),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
  });
  const events: Event[] = [];
  const raw: string[] = [];
  const state = { ended: false };
  const read = async () => {
    let text = '';
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk = part.value;
      text += chunk;
      raw.push(chunk);
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const event: Event = {};
        for (const line of block.split('\n')) {
          if (line.startsWith('id: ')) event.id = line.slice(4);
          if (line.startsWith('data: ')) event.data = JSON.parse(line.slice(6)) as Event['data'];
        }
        events.push(event);
      }
    }
  };
  if (answer.body && answer.status === 200)
    void read()
      .catch(() => undefined)
      .finally(() => {
        state.ended = true;
      });
  const told = () => events.filter(({ data }) => data);
  return {
    answer,
    raw,
    told,
    close: () => abort.abort(),
    isOpen: () => !state.ended,
    hasEnded: () => expect.poll(() => state.ended, { timeout: 5_000 }).toBe(true),
    has: (n: number) => expect.poll(() => told().length, { timeout: 5_000 }).toBe(n),
  };
}

/** How many connections listen for events. */
export const listenersAt = async (server: TestServer): Promise<number> => {
  const { rows } = await server.services.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and query like 'listen %'`,
  );
  return rows[0]!.n;
};
