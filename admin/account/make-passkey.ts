import { startRegistration } from '@simplewebauthn/browser';
import type { Command } from '../components/use-command';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Makes a passkey on this device and adds it to the acting person's account. False: none was made. */
export async function makePasskey(run: Command['run'], label: string): Promise<boolean> {
  const asked = await run('POST', 'passkeys/options');
  if (!asked) return true;
  const { challengeId, options } = asked.data as { challengeId: string; options: Options };
  const response = await startRegistration({ optionsJSON: options }).catch(() => null);
  if (!response) return false;
  await run('POST', 'passkeys', { challengeId, response, ...(label ? { label } : {}) });
  return true;
}
