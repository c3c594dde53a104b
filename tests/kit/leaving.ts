import { text } from 'node:stream/consumers';
import { fromBuffer, type Entry } from 'yauzl';
import { now } from '#platform/time/clock';
import { after, minutes } from '#platform/base/duration';
import { runJobs, runDueTimers } from '#engine/testing';
import { registry } from '../../workflows/registry';
import type { TestServer } from './http';

/** Lets time go by for what is made and erased, and does its jobs. */
export async function passLeaving(server: TestServer, minutesLong: number): Promise<void> {
  const until = after(await now(server.ctx()), minutes(minutesLong));
  await runJobs(server.services, registry);
  for (let more = 1; more > 0;) {
    const fired = await runDueTimers(server.services, registry, until);
    more = fired + (await runJobs(server.services, registry));
  }
}

/** A fresh proof, as a code gives it. */
export const proveSession = (server: Pick<TestServer, 'services'>, token: string) =>
  server.services.database.pool.query(
    `update identity.session set proved_at = platform.now(), last_seen_at = platform.now() where token_hash = sha256($1::bytea)`,
    [Buffer.from(token)],
  );

/** Calls of the API by somebody with a session. */
export const callAs =
  (server: TestServer, role: 'patient' | 'clinic', token: string) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    server.request(`/api${role === 'clinic' ? '/clinic' : ''}${path}`, {
      method,
      headers: { Cookie: `${role}=${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

/** Names and texts of a zip. */
export function contentsOf(zip: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      const found = new Map<string, string>();
      file.on('entry', (entry: Entry) => {
        file.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          void text(stream).then((content) => {
            found.set(entry.fileName, content);
            file.readEntry();
          }, reject);
        });
      });
      file.on('end', () => resolve(found));
      file.on('error', reject);
      file.readEntry();
    });
  });
}
