import { HttpError, useGetIdentity, type AuthProvider } from 'react-admin';
import type { StaffIdentity } from '#contracts/identity';
import { mayOpen } from '../may-open';
import { codeOf, type Envelope } from './answers';
import type { Call } from './call';
import type { Keeper } from './keeper';
import { showPasskey } from './show-passkey';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

interface ConsoleAuthProvider extends AuthProvider {
  /** With password and code, or with a passkey of this device. */
  login(by: Credentials | 'passkey'): Promise<void>;
  getIdentity(): Promise<StaffIdentity & { fullName: string }>;
  getPermissions(): Promise<StaffIdentity['role']>;
}

/** What becomes of words that are being typed while a session ends. */
type Typing = Pick<Keeper, 'keep' | 'forget'>;

/** Signs staff in and out. Who is signed in is asked once and kept until the API says otherwise. */
export function createAuthProvider(call: Call, typing: Typing): ConsoleAuthProvider {
  let known: Promise<StaffIdentity> | null = null;
  const identity = () => {
    known ??= call('/api/admin/identity').then(identityOf);
    known.catch(() => (known = null));
    return known;
  };
  return {
    login: async (by) => {
      if (by === 'passkey') await showPasskey(call, 'login');
      else await call('/api/admin/login', { method: 'POST', body: JSON.stringify(by) });
      known = null;
    },
    logout: async () => {
      const wasIn = known !== null;
      known = null;
      if (!wasIn) return;
      typing.forget();
      await call('/api/admin/logout', { method: 'POST' }).catch(() => undefined);
    },
    // A server that cannot be reached signs nobody out.
    checkAuth: async () => {
      await identity().catch((error: unknown) => {
        if (endsSession(error)) throw error;
      });
    },
    checkError: async (error: unknown) => {
      if (!endsSession(error)) return;
      known = null;
      typing.keep();
      throw error;
    },
    getIdentity: async () => {
      const who = await identity();
      return { ...who, fullName: who.name };
    },
    getPermissions: async () => (await identity()).role,
    canAccess: async ({ resource }) => mayOpen((await identity()).role, resource),
  };
}

/** A fresh second factor that was not given ends nothing: only the act did not happen. */
const endsSession = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 401 && codeOf(error) !== 'step_up';

const identityOf = ({ json }: { json: unknown }): StaffIdentity =>
  (json as Envelope).data as unknown as StaffIdentity;

/** Who is signed in; undefined until that is known. */
export function useStaff(): StaffIdentity | undefined {
  const { data } = useGetIdentity();
  return data as unknown as StaffIdentity | undefined;
}
