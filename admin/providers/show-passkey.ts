import { startAuthentication } from '@simplewebauthn/browser';
import { text } from '../text';
import { refusal, type Envelope } from './answers';
import type { Call } from './call';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/**
 * Shows a passkey of this device: at the sign-in, or for a fresh second factor. Throws the API's refusal, or one
 * that says that no passkey was shown.
 */
export async function showPasskey(call: Call, door: 'login' | 'step-up'): Promise<void> {
  const address = `/api/admin/${door}/passkey`;
  const asked = await call(`${address}/options`, { method: 'POST' });
  const { challengeId, options } = (asked.json as Envelope).data as unknown as {
    challengeId: string;
    options: Options;
  };
  const response = await startAuthentication({ optionsJSON: options }).catch(() => {
    throw refusal(0, { success: false, code: 'no_passkey', message: text('console.no_passkey') });
  });
  await call(address, { method: 'POST', body: JSON.stringify({ challengeId, response }) });
}
