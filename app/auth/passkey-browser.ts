import { inPageLanguage } from '#app/http/page-language';
import { type AccountRole, homeOfAccount } from './security-paths';

/** Why a passkey was not used or made; `not_shown`: the person or the device said no. */
export interface PasskeyFault {
  readonly code: string;
  /** What our server says to it; absent where it was not asked. */
  readonly message?: string;
}

class Refused extends Error {
  constructor(readonly fault: PasskeyFault) {
    super(fault.code);
  }
}

interface Envelope {
  readonly success: boolean;
  readonly message: string;
  readonly code?: string;
  readonly data?: unknown;
}

async function post<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method: 'POST',
    headers: {
      ...inPageLanguage(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw new Refused({ code: 'network' });
  });
  const read = (await answer.json().catch(() => null)) as Envelope | null;
  if (!read) throw new Refused({ code: 'network' });
  if (!read.success) throw new Refused({ code: read.code ?? '', message: read.message });
  return read.data as T;
}

const notShown = () => {
  throw new Refused({ code: 'not_shown' });
};

/** Null when it went well. Nothing of what the device says is shown: its words are for developers. */
async function faultOf(work: () => Promise<unknown>): Promise<PasskeyFault | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof Refused ? error.fault : { code: 'not_shown' };
  }
}

/** Whether this browser can hold passkeys at all. */
export const canUsePasskeys = (): boolean =>
  typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';

async function show(door: string, more: object): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const asked = await post<{ challengeId: string; options: Options }>(`${door}/options`);
  const response = await startAuthentication({ optionsJSON: asked.options }).catch(notShown);
  await post(door, { challengeId: asked.challengeId, response, ...more });
}

/** Signs in with a passkey of this device; the session's cookie has come when it answers. */
export const signInWithPasskey = (role: AccountRole, sharedDevice: boolean) =>
  faultOf(() => show(`${homeOfAccount[role].api}/auth/passkey`, { sharedDevice }));

/** Proves anew, with a passkey, who sits there. */
export const confirmWithPasskey = (role: AccountRole) =>
  faultOf(() => show(`${homeOfAccount[role].api}/auth/step-up/passkey`, {}));

/** Makes a passkey on this device and adds it to the account. */
export const makePasskey = (role: AccountRole, label: string) =>
  faultOf(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
    const path = `${homeOfAccount[role].api}/passkeys`;
    const asked = await post<{ challengeId: string; options: Options }>(`${path}/options`);
    const response = await startRegistration({ optionsJSON: asked.options }).catch(notShown);
    const { challengeId } = asked;
    await post(path, { challengeId, response, ...(label ? { label } : {}) });
  });

/** Whether the account that is signed in here has none yet; false also when that cannot be known. */
export async function hasNoPasskey(role: AccountRole): Promise<boolean> {
  const answer = await fetch(`/api${homeOfAccount[role].api}/passkeys`).catch(() => null);
  if (!answer?.ok) return false;
  const { data } = (await answer.json()) as { data?: { passkeys?: unknown[] } };
  return data?.passkeys?.length === 0;
}
