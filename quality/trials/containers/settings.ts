import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeSettings } from '../../../ops/containers/make-settings.mjs';
import { mostFiles } from './tools';

/**
 * Makes settings as an operator does, and fills in where messages go.
 * @returns the proxy's own settings, with no more connections than this machine gives files for
 */
export function settingsFor(folder: string, filledIn: Readonly<Record<string, string>>): string {
  makeSettings('clinics.example', folder);
  const values = {
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_SECRET: 'Gt6yRk1zVnQe8LpXwB3dMfJh0cSaUo5iYq9xTl2rC7s',
    ...filledIn,
  };
  const lines = Object.entries(values).map((pair) => pair.join('='));
  appendFileSync(path.join(folder, 'product.env'), `${lines.join('\n')}\n`);
  const connections = Math.min(22_000, Math.floor(mostFiles() / 2) - 500);
  return readFileSync('ops/containers/haproxy.cfg', 'utf8').replace(
    /^( {2}maxconn) 22000$/m,
    `$1 ${connections}`,
  );
}
