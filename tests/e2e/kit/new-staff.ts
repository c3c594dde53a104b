import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

export interface NewStaff {
  readonly email: string;
  readonly password: string;
  /** base32. */
  readonly totpSecret: string;
}

/**
 * Where the command runs, when not here; settings of its own; its program, where nothing is to be built first; the name of the
 * account, which is called by its address otherwise.
 */
export interface Place {
  readonly cwd?: string;
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly name?: string;
}

const run = promisify(execFile);
const halfMinute = 30_000;

const codeAt = (totpSecret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp });

/**
 * An account of a test's own on the run's product: added by the command, enrolled through its link. A code is
 * good once, so tests that shared the demo's accounts would wait for each other.
 */
export async function newStaff(
  url: string,
  role: 'reviewer' | 'admin',
  place: Place = {},
): Promise<NewStaff> {
  const email = `${role}-${randomBytes(5).toString('hex')}@staff.example`;
  const password = `lantern ${randomBytes(9).toString('hex')} orbit`;
  const token = await addByCommand(email, role, place);
  const browser = new FormBrowser(`${url}/admin/enrol`);
  await browser.send({ intent: 'open', token });
  const totpSecret = /secret=([A-Z2-7]+)/.exec(await browser.page())?.[1];
  if (!totpSecret) throw new Error('the enrolment page shows no secret');
  await enrols(browser, password, totpSecret);
  return { email, password, totpSecret };
}

/** Types the code of the moment, again where a busy machine let it grow too old on the way. */
async function enrols(browser: FormBrowser, password: string, secret: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    // The code of the half minute before is accepted too, and leaves the present one for the sign-in; not where it would be
    // two half minutes old by the time it arrives.
    const left = halfMinute - (Date.now() % halfMinute);
    if (left < 5_000) await sleep(left);
    const code = codeAt(secret, Date.now() - halfMinute);
    try {
      return await browser.send({ intent: 'enrol', password, code });
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function addByCommand(email: string, role: string, place: Place) {
  const {
    cwd,
    node = process.execPath,
    env: more,
    command = 'scripts/staff.mjs',
    name = email,
  } = place;
  const words = [command, 'add', '--email', email, '--role', role, '--name', name];
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, ...more };
  const { stdout } = await run(node, words, { cwd, env });
  const token = /\/admin\/enrol#(\S+)/.exec(stdout)?.[1];
  if (!token) throw new Error('the command printed no link');
  return token;
}

/** What the main part of a page says, without its marks. */
const wordsOf = (html: string): string =>
  html
    .replace(/^.*<main/s, '<main')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 500);

/** Sends forms to one page as a browser without JavaScript would, and keeps its cookies. */
class FormBrowser {
  private cookie = '';
  constructor(private readonly address: string) {}

  async send(fields: Record<string, string>): Promise<void> {
    const { origin } = new URL(this.address);
    const answer = await fetch(this.address, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: origin, Cookie: this.cookie },
      body: new URLSearchParams(fields),
    });
    if (answer.status !== 302)
      throw new Error(
        `${fields.intent} answered ${answer.status}: ${wordsOf(await answer.text())}`,
      );
    this.cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  page = async (): Promise<string> =>
    (await fetch(this.address, { headers: { Cookie: this.cookie } })).text();
}
