import { HttpError } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { createAuthProvider } from './auth-provider';
import type { Answer } from './call';

const who = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'r@example.com',
  name: 'Robin',
  role: 'reviewer',
  freshUntil: '2026-01-01T00:00:00.000Z',
  passkeys: 0,
};
const answer = (data: unknown): Answer => ({
  status: 200,
  headers: new Headers(),
  body: '',
  json: { success: true, message: '', data },
  blob: null,
});
const refused = (status: number, code: string) => new HttpError('No.', status, { code });

/** An API whose identity is settable; what was asked is kept. */
function api() {
  const asked: string[] = [];
  const state: { identity: Answer | Error } = { identity: answer(who) };
  const call = (address: string) => {
    asked.push(address);
    if (address !== '/api/admin/identity') return Promise.resolve(answer(null));
    return state.identity instanceof Error
      ? Promise.reject(state.identity)
      : Promise.resolve(state.identity);
  };
  const typing: string[] = [];
  const auth = createAuthProvider(call, {
    keep: () => typing.push('kept'),
    forget: () => typing.push('forgotten'),
  });
  return { auth, asked, state, typing };
}

describe('who is signed in', () => {
  it('is asked once, until somebody signs in or out', async () => {
    const { auth, asked, typing } = api();
    await auth.checkAuth({});
    expect(await auth.getIdentity()).toMatchObject({ name: 'Robin', fullName: 'Robin' });
    expect(await auth.getPermissions()).toBe('reviewer');
    expect(asked).toEqual(['/api/admin/identity']);
    await auth.login({ email: 'a', password: 'b', code: 'c' });
    await auth.getIdentity();
    await auth.logout({});
    expect(typing).toEqual(['forgotten']);
    expect(asked).toEqual([
      '/api/admin/identity',
      '/api/admin/login',
      '/api/admin/identity',
      '/api/admin/logout',
    ]);
  });

  it('is nobody after a 401, and still somebody while the server is away', async () => {
    const { auth, state } = api();
    state.identity = refused(401, 'unauthenticated');
    await expect(auth.checkAuth({})).rejects.toThrow('No.');
    state.identity = refused(0, 'network');
    await expect(auth.checkAuth({})).resolves.toBeUndefined();
  });
});

describe('a refusal', () => {
  it('ends the session only when the session is what is missing', async () => {
    const { auth, typing } = api();
    await auth.checkAuth({});
    await expect(auth.checkError(refused(401, 'unauthenticated'))).rejects.toThrow();
    // The kit signs out after that; what was being typed waits.
    await auth.logout({});
    expect(typing).toEqual(['kept']);
    for (const error of [
      refused(401, 'step_up'),
      refused(403, 'forbidden'),
      refused(409, 'event_refused'),
      refused(0, 'network'),
    ])
      await expect(auth.checkError(error)).resolves.toBeUndefined();
  });
});

it('keeps what is for admins from reviewers', async () => {
  const { auth } = api();
  const may = (resource: string) => auth.canAccess!({ resource, action: 'list' });
  expect([await may('clinics'), await may('staff'), await may('settings')]).toEqual([
    true,
    false,
    false,
  ]);
});
