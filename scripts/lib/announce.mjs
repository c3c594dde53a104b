import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { say } from './say.mjs';
import { sleep } from './processes.mjs';

/** @import { Settings } from './read-settings.mjs' */

/**
 * Where the web process is asked from here.
 * @param {Pick<Settings, 'host' | 'port'>} settings
 */
export const webAddress = ({ host, port }) => ({
  host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host,
  port,
});

/**
 * Waits until the product answers /readyz.
 * @param {Settings} settings @param {() => boolean} isStopping @param {number} ms
 */
export async function untilReady({ port, host, publicUrl }, isStopping, ms = 60_000) {
  const end = Date.now() + ms;
  const target = { ...webAddress({ port, host }), name: new URL(publicUrl).host };
  while (!isStopping() && Date.now() < end) {
    if ((await status(target)) === 200) return true;
    await sleep(100);
  }
  return false;
}

/**
 * By hand: Node's own client would stay in memory, with a third as much as this whole process.
 * @param {{ port: number, host: string, name: string }} target @returns {Promise<number>} 0 without an answer
 */
function status({ port, host, name }) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host });
    let answer = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('connect', () =>
      socket.write(`GET /readyz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding('latin1').on('data', (text) => (answer += text));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  });
}

/** @param {Settings} settings */
export function announce({ mode, publicUrl, dataDir }) {
  say('');
  say(`  Ready: ${publicUrl}`);
  if (mode === 'demo') {
    say(`  Codes and mails: ${publicUrl}/dev/outbox`);
    say(`  Data: ${dataDir}`);
    for (const line of walkThrough({ publicUrl, dataDir })) say(`  ${line}`);
    say('  Stop with Ctrl-C.');
  }
  say('');
}

/**
 * The story in three windows: where to sign in, as whom, and what to do there first. Everybody else is in the file.
 * @param {Pick<Settings, 'publicUrl' | 'dataDir'>} settings @returns {string[]}
 */
function walkThrough({ publicUrl, dataDir }) {
  const file = path.join(dataDir, 'demo.json');
  if (!fs.existsSync(file)) return [];
  const { tour = [], staff = [] } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const windows = tour.map(
    (/** @type {any} */ { name, page, signIn, steps }, /** @type {number} */ n) => {
      const account = staff.find((/** @type {any} */ s) => s.email === signIn);
      const how = account
        ? `${signIn}, password ${account.password}, code from the secret ${account.totpSecret}`
        : `${signIn}, the code arrives at ${publicUrl}/dev/outbox`;
      const does = steps.map((/** @type {string} */ step) => `     - ${step}`);
      return ['', `${n + 1}. ${name}: ${publicUrl}${page}`, `   ${how}`, ...does];
    },
  );
  return [
    '',
    'The story in three windows (profiles, or browsers; a patient and a clinic may share one):',
    ...windows.flat(),
    '',
    `Everybody who can sign in: ${file}`,
  ];
}
