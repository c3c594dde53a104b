import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId, sha256 } from '../../base/ids';

export interface OutboxMessage {
  readonly channel: 'sms' | 'email';
  readonly to: string;
  /** Null for SMS. */
  readonly subject: string | null;
  readonly text: string;
  /** The rendered twin of `text`; e-mails only. */
  readonly html?: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A message as it lies in the outbox. */
export interface KeptMessage extends OutboxMessage {
  readonly id: string;
}

/** Messages that go nowhere: files of demo and test, so that codes never reach the database. */
export interface Outbox {
  /** The same key twice is one message. */
  put(message: Omit<OutboxMessage, 'at'> & { key: string }): Promise<void>;
  /** Newest first; `to` compares exactly. */
  list(options?: { to?: string; limit?: number }): Promise<KeptMessage[]>;
  /** Removes all that was sent to somebody; `to` compares exactly. */
  forget(to: string): Promise<void>;
  /** Null for an unknown id. */
  read(id: string): Promise<KeptMessage | null>;
}

/** Older messages beyond this many are removed. */
const kept = 1_000;

/** An outbox in a folder of our own: `<milliseconds>-<hash of the key>.json`, 0600. */
export function openOutbox(folder: string): Outbox {
  const names = async (): Promise<string[]> => {
    const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return found
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  };

  return {
    async put({ key, ...message }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const hash = sha256(key).toString('hex').slice(0, 32);
      const present = await names();
      if (present.some((name) => name.endsWith(`-${hash}.json`))) return;
      const at = new Date();
      const target = path.join(folder, `${String(at.getTime()).padStart(15, '0')}-${hash}.json`);
      const temporary = path.join(folder, `${newId()}.tmp`);
      const body = JSON.stringify({ ...message, at: at.toISOString() } satisfies OutboxMessage);
      await writeFile(temporary, body, { mode: 0o600, flag: 'wx' });
      await rename(temporary, target);
      const old = present.slice(kept - 1);
      await Promise.all(old.map((name) => unlink(path.join(folder, name)).catch(() => undefined)));
    },

    async list({ to, limit = 100 } = {}) {
      const messages: KeptMessage[] = [];
      for (const name of await names()) {
        if (messages.length >= limit) break;
        const message = await readMessage(path.join(folder, name));
        if (message && (to === undefined || message.to === to)) messages.push(message);
      }
      return messages;
    },

    async forget(to) {
      for (const name of await names()) {
        const file = path.join(folder, name);
        if ((await readMessage(file))?.to === to) await unlink(file).catch(() => undefined);
      }
    },

    read: async (id) =>
      /^\d{15}-[0-9a-f]{32}$/.test(id) ? readMessage(path.join(folder, `${id}.json`)) : null,
  };
}

/** Null when it was never there, or tidied away between listing and reading. */
async function readMessage(file: string): Promise<KeptMessage | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null
    ? null
    : { ...(JSON.parse(text) as OutboxMessage), id: path.basename(file, '.json') };
}
