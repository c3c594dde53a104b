import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/lib/ports.mjs';

export interface Mails {
  readonly port: number;
  /** How many were taken. */
  taken(): number;
  close(): void;
}

/** A mail server that takes whatever comes, and counts it. */
export async function takeMails(): Promise<Mails> {
  const port = await freePort();
  const server = fork(fileURLToPath(new URL('mail-server.ts', import.meta.url)), [String(port)]);
  let taken = 0;
  server.on('message', (told: { taken: number }) => (taken = told.taken));
  await once(server, 'message');
  return { port, taken: () => taken, close: () => void server.kill() };
}
