import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { say } from './say.mjs';
import { sleep } from './processes.mjs';

/** @import { Settings } from './read-settings.mjs' */

/**
 * Waits until the product answers /readyz.
 * @param {Settings} settings @param {() => boolean} isStopping @param {number} ms
 */
export async function untilReady({ port, host, publicUrl }, isStopping, ms = 60_000) {
  const end = Date.now() + ms;
  const target = {
    port,
    host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host,
    path: '/readyz',
    headers: { host: new URL(publicUrl).host },
  };
  while (!isStopping() && Date.now() < end) {
    if ((await status(target)) === 200) return true;
    await sleep(100);
  }
  return false;
}

/** @param {http.RequestOptions} target @returns {Promise<number>} 0 without an answer */
function status(target) {
  return new Promise((resolve) => {
    const request = http.get({ ...target, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(0));
  });
}

/** @param {Settings} settings */
export function announce({ mode, publicUrl, dataDir }) {
  say('');
  say(`  Ready: ${publicUrl}`);
  if (mode === 'demo') {
    say(`  Codes and mails: ${publicUrl}/dev/outbox`);
    say(`  Data: ${dataDir}`);
    for (const line of demoPeople(dataDir)) say(`  ${line}`);
    say('  Stop with Ctrl-C.');
  }
  say('');
}

/** @param {string} dataDir @returns {string[]} */
function demoPeople(dataDir) {
  const file = path.join(dataDir, 'demo.json');
  if (!fs.existsSync(file)) return [];
  const { patients = [], clinics = [], staff = [] } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return [
    ...patients.map(
      (/** @type {any} */ p) =>
        `Patient: ${p.phoneNumber} (${p.firstName} ${p.lastName}), sign in at /login`,
    ),
    ...clinics.map(
      (/** @type {any} */ c) =>
        `Clinic: ${c.phoneNumber} (${c.clinicName}, ${c.approvalStatus}), sign in at /clinic-login`,
    ),
    ...staff.map(
      (/** @type {any} */ s) =>
        `Staff: ${s.email}, password ${s.password}, code from ${s.totpSecret}, sign in at /admin`,
    ),
  ];
}
