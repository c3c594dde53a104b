import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Connection {
  /** The file that the process runs. */
  readonly process: string;
  /** `watched`: it began, and everything from there on is written down. */
  readonly kind: 'watched' | 'connect' | 'name' | 'datagram' | 'program';
  readonly target: string;
}

const hook = pathToFileURL(path.resolve('tests/e2e/kit/note-connections.mjs')).href;

/** What a process needs to be watched; it lies beside the data folder, which may not be there yet. */
export const watchedBy = (file: string) => ({
  NODE_OPTIONS: `--import=${hook}`,
  CONNECTIONS_FILE: file,
});

export const connectionsFile = (dataDir: string): string => `${dataDir}.connections`;

/** Of the product; its supervisor and the build are no part of what strangers talk to. */
const ours = ['prepare.js', 'web.js', 'worker.js', 'courier.js', 'file-work.js'];

/** What the product's processes did, in their order. */
export function readConnections(file: string): Connection[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Connection)
    .filter((connection) => ours.includes(connection.process));
}

const ownMachine = /^(?:localhost|127\.0\.0\.1|\[?::1\]?)(?::\d+)?$/;
const ownProgram = /(?:^|[ /])build\/server\/file-work\.js$/;

/** What went elsewhere than to this machine, or started a program that is not ours. */
export const outbound = (connections: readonly Connection[]): Connection[] =>
  connections.filter(
    ({ kind, target }) =>
      kind !== 'watched' && !(kind === 'program' ? ownProgram : ownMachine).test(target),
  );
