import { newId } from '#platform/base/ids';
import { runJobs } from '#engine/testing';
import { codeOf, enrolledStaff } from '../../../modules/identity/testing';
import { registry } from '../../../workflows/registry';
import type { TestServer } from '../../kit/http';
import { SoftPasskey } from '../../kit/passkey';
import { vouchingProvider } from '../../kit/ports';
import { Cast, type Person, type Role } from './people';
import type { Hold } from './secrets';

interface Said {
  readonly data?: unknown;
  /** What the answer puts into the browser, as a browser sends it back. */
  readonly cookie: string;
}

/** A call that must succeed on the way to what is tried. */
async function made(
  server: TestServer,
  { method = 'POST', path, cookie, body }: Made,
): Promise<Said> {
  const answer = await server.request(`/api${path}`, {
    method,
    headers: {
      ...(cookie ? { Cookie: cookie } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`on the way, ${method} ${path} answers ${text.slice(0, 200)}`);
  const set = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]!);
  return { data: (JSON.parse(text) as { data?: unknown }).data, cookie: set.join('; ') };
}
interface Made {
  readonly method?: string;
  readonly path: string;
  readonly cookie: string;
  readonly body?: object;
}

interface Challenged {
  readonly challengeId: string;
  readonly options: { readonly challenge: string };
}

async function challenged(server: TestServer, path: string, cookie: string) {
  const { data, cookie: set } = await made(server, { path, cookie });
  return { ...(data as Challenged), cookie: set };
}

/** Where an account has its passkeys: below nothing, `/clinic` or `/admin`. */
export const newPasskey =
  (base: string): Hold =>
  async (server, { cookie }) => {
    const asked = await challenged(server, `${base}/passkeys/options`, cookie);
    const response = new SoftPasskey(server.url).create(asked.options);
    return { known: { challengeId: asked.challengeId, response, label: 'Phone' } };
  };

/** A passkey that lies at the account of somebody who is signed in. */
async function registered(server: TestServer, base: string, cookie: string): Promise<SoftPasskey> {
  const { challengeId, options } = await challenged(server, `${base}/passkeys/options`, cookie);
  const key = new SoftPasskey(server.url);
  const body = { challengeId, label: 'Phone', response: key.create(options) };
  await made(server, { path: `${base}/passkeys`, cookie, body });
  return key;
}

export const ownPasskey =
  (base: string): Hold =>
  async (server, { cookie }) => {
    await registered(server, base, cookie);
    return { known: {} };
  };

/** Keys by what they are for: an account takes no more than twenty. */
const keys = new WeakMap<TestServer, Map<string, Promise<SoftPasskey>>>();

function keyOf(server: TestServer, name: string, make: () => Promise<SoftPasskey>) {
  const known = keys.get(server) ?? new Map<string, Promise<SoftPasskey>>();
  keys.set(server, known);
  const key = known.get(name) ?? make();
  known.set(name, key);
  return key;
}

/** An own passkey, shown to somebody who is signed in. */
export const shownPasskey =
  (base: string, path: string): Hold =>
  async (server, { id, cookie }) => {
    const key = await keyOf(server, `${path} ${id}`, () => registered(server, base, cookie));
    const { challengeId, options } = await challenged(server, `${path}/options`, cookie);
    return { known: { challengeId, response: key.get(options) } };
  };

/** The passkey of somebody with an account, shown by a browser in which nobody is signed in. */
export const passkeyOf =
  (role: Role, base: string, path: string): Hold =>
  async (server) => {
    const key = await keyOf(server, role, async () =>
      registered(server, base, (await new Cast(server).newcomer(role)).cookie),
    );
    const asked = await challenged(server, `${path}/options`, '');
    const known = { challengeId: asked.challengeId, response: key.get(asked.options) };
    return { known, cookie: asked.cookie };
  };

export const freshCode =
  (base: string): Hold =>
  async (server, { cookie, phone }) => {
    await made(server, { path: `${base}/auth/step-up/send-code`, cookie });
    return { known: { otpCode: await codeOf(server.ctx(), phone) } };
  };

function askForAnother(server: TestServer, { role, cookie, phone }: Person, email: string) {
  const [path, more] =
    role === 'patient'
      ? ['/auth/update-profile', { phoneNumber: phone, firstName: 'Ada', lastName: 'Kaya' }]
      : ['/clinic/auth/email', {}];
  return made(server, { method: 'PUT', path, cookie, body: { ...more, email } });
}

/** An address that waits for its proof. */
export const waitingEmail: Hold = async (server, person) => {
  await askForAnother(server, person, `${newId()}@example.com`);
  return { known: {} };
};

/** The link in the mail to an address that waits for its proof. */
export const mailedLink: Hold = async (server, person) => {
  const { services, ports } = server;
  // What was enqueued for everything before is nothing to this mail.
  await services.database.pool.query(`delete from pgboss.job where state in ('created', 'retry')`);
  const email = `${newId()}@example.com`;
  await askForAnother(server, person, email);
  await runJobs(services, registry);
  const mail = ports.sent.mail.splice(0).find(({ to }) => to === email);
  const [, link] = /\/email\?link=([\w.-]+)"/.exec(mail?.html ?? '') ?? [];
  if (!link) throw new Error('no mail with a link came');
  return { known: { link } };
};

const links = (server: TestServer, sql: string, values: readonly string[]) =>
  server.services.database.pool.query(sql, [...values]);

/** An account of staff that one at the provider opens. */
const linkOf = (server: TestServer, staffId: string, subject: string) =>
  links(
    server,
    `insert into identity.staff_provider_link (id, staff_id, issuer, subject, created_at)
     values ($1, $2, $3, $4, platform.now()) on conflict do nothing`,
    [newId(), staffId, vouchingProvider.issuer, subject],
  );

/** Of somebody who is signed in. */
export const linkedAccount: Hold = async (server, { id }) => {
  await linkOf(server, id, id);
  return { known: {} };
};

export const unlinkedAccount: Hold = async (server, { id }) => {
  await links(server, 'delete from identity.staff_provider_link where staff_id = $1', [id]);
  return { known: {} };
};

/** What the provider sends a browser back with in which nobody is signed in. */
export const providerReturn: Hold = async (server) => {
  const { id } = await enrolledStaff(server.ctx());
  await linkOf(server, id, id);
  const { data, cookie } = await made(server, { path: '/admin/login/provider', cookie: '' });
  const state = new URL((data as { address: string }).address).searchParams.get('state');
  return { known: { state, code: `${id}:reviewers`, iss: undefined, error: undefined }, cookie };
};
