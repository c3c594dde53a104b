import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';

export interface RealClamd {
  readonly path: string;
  close(): Promise<void>;
}

/** Whether ClamAV's daemon is on this machine. */
export const hasClamd = (): boolean => spawnSync('clamd', ['--version']).status === 0;

/** The EICAR text in hex at any place of a file: a signature database of one line. */
const signature =
  'Test.Eicar:0:*:45494341522d5354414e444152442d414e544956495255532d544553542d46494c45';

/** A clamd of this test's own, on a socket file, with one signature and small limits. */
export async function realClamd({ maxFileBytes = 20_000_000 } = {}): Promise<RealClamd> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clamd-'));
  // As root the daemon reads as another user.
  chmodSync(folder, 0o777);
  const socket = path.join(folder, 'socket');
  const config = path.join(folder, 'clamd.conf');
  writeFileSync(path.join(folder, 'eicar.ndb'), `${signature}\n`, { mode: 0o644 });
  writeFileSync(
    config,
    [
      `DatabaseDirectory ${folder}`,
      `LocalSocket ${socket}`,
      `TemporaryDirectory ${folder}`,
      'Foreground yes',
      'StreamMaxLength 12M',
      'AlertExceedsMax yes',
      `MaxFileSize ${maxFileBytes}`,
      `MaxScanSize ${maxFileBytes}`,
      '',
    ].join('\n'),
    { mode: 0o644 },
  );
  const child = spawn('clamd', ['--config-file', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => said.push(String(piece)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 150; tries += 1) {
    if (await answers(socket)) return { path: socket, close };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await close();
  throw new Error(`clamd did not start: ${said.join('')}`);
}

const answers = (file: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path: file });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
