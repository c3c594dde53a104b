import type { Env } from '../config/env';
import type { Scanner } from './scanner';
import { clamdScanner } from './scanner/clamd.server';

/** The scanner that the settings name; without one, files stay unscanned and staff are informed. */
export function openScanner(env: Env): Scanner {
  if (env.SCANNER_PROVIDER === 'none')
    return { configured: false, scan: () => Promise.reject(new Error('no scanner is configured')) };
  return clamdScanner(
    env.CLAMD_SOCKET ? { path: env.CLAMD_SOCKET } : { host: env.CLAMD_HOST!, port: env.CLAMD_PORT },
  );
}
