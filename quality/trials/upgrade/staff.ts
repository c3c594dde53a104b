import type { ConsoleCalls } from '../../../tests/e2e/kit/console-calls';
import { newStaff } from '../../../tests/e2e/kit/new-staff';
import { codeOf } from '../../../tests/e2e/kit/staff';

/** The console's calls of an admin, added by the command of the version that runs. */
export async function admin(
  url: string,
  place: { cwd: string; env: Record<string, string> },
): Promise<ConsoleCalls> {
  const staff = await newStaff(url, 'admin', {
    ...place,
    command: 'build/server/staff.js',
  });
  const { email, password } = staff;
  const signIn = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, code: codeOf(staff) }),
  });
  const cookie = /^staff=[^;]+/.exec(signIn.headers.getSetCookie().join('\n'))?.[0];
  if (!cookie) throw new Error(`the sign-in of staff answered ${signIn.status}`);
  const headers = { Cookie: cookie, Origin: url, 'Content-Type': 'application/json' };
  const read = async <Data>(path: string) =>
    (await (await fetch(`${url}/api/admin/${path}`, { headers })).json()) as Data;
  const send = async (path: string, data: object = {}) => {
    const body = JSON.stringify(data);
    const answer = await fetch(`${url}/api/admin/${path}`, { method: 'POST', headers, body });
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  const decide = async (path: string, event: string, said: object = {}) => {
    const { version } = await read<{ version: string }>(path);
    await send(`${path}/${event}`, { ...said, version });
  };
  return { read, send, decide };
}
