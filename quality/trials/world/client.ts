import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import { pause } from '../cluster/parts';
import type { Ground } from './ground';
import type { History } from './history';
import type { Step } from './plan';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the root of the site. */
  readonly path: string;
  readonly body?: object;
  readonly form?: FormData;
  /** Of a page's form, as a browser without JavaScript sends it. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly key?: string;
  /** The id of the photo that a good answer is. */
  readonly photo?: string;
  /** Whoever sends it does not sign in for it: a visitor, or who may have left by the same call. */
  readonly anonymous?: boolean;
}

export interface Answer {
  /** 0: nothing was answered, however often it was asked. */
  readonly status: number;
  readonly code: string | null;
  readonly data: Record<string, unknown>;
  readonly text: string;
  /** Where a page sends its reader on to. */
  readonly location: string | null;
  /** It was asked before, and that answer was lost: what it did may be done. */
  readonly repeated: boolean;
}

export const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** A page answers a form by sending its reader on; where it took it, to where that leads. */
export const isTaken = ({ status, location }: Answer, to: string): boolean =>
  status === 302 && (location ?? '').startsWith(to);

/** A call or a page says that there is no session. */
const asksWho = ({ status, code, location }: Answer): boolean =>
  (status === 401 && code === 'unauthenticated') ||
  (status === 302 && /^\/(clinic-)?login/.test(location ?? ''));

/** How long one try may take, a reader goes on asking, and a writer goes on until there is an answer. */
const patience = { try: 12_000, read: 15_000, write: 75_000 };

/** How long the product remembers a key, by its own clock, and a little less: whoever repeats one does it within that. */
const memory = 23.5 * 3_600_000;

/** The world as those in it see it. */
export interface World {
  readonly ground: Ground;
  readonly history: History;
  /** The people are to stop: nothing new is begun. */
  over: boolean;
}

/** The browser of one person: cookies, one address, and both web processes in turns. */
export class Client {
  id = '';
  /** Signs in; asks through {@link once} alone. */
  signsIn: () => Promise<void> = () => Promise.resolve();
  private readonly cookies = new Map<string, string>();
  private readonly agent = new http.Agent({ keepAlive: true });
  private signing: Promise<void> | null = null;
  private turn = 0;

  constructor(
    readonly name: string,
    readonly world: World,
    private readonly address: string,
  ) {}

  get(path: string, more: Partial<Call> = {}): Promise<Answer> {
    return this.ask({ method: 'GET', path, ...more });
  }

  post(path: string, body: object = {}, more: Partial<Call> = {}): Promise<Answer> {
    return this.ask({ method: 'POST', path, body, ...more });
  }

  /** Sends a page's form; its fields go in as they are. */
  page(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.ask({ method: 'POST', path, fields });
  }

  /**
   * Sends what honours a key as the step says: once, once more after the answer, or three times at once. All answers must
   * name one thing. `word`: stands in it, and in nothing else.
   */
  async keyed(
    path: string,
    body: object,
    {
      sent,
      idOf,
      word,
    }: { sent: Step['sent']; idOf: (answer: Answer) => string | undefined; word: string },
  ): Promise<Answer> {
    const { history } = this.world;
    const [key, since] = [randomUUID(), history.now];
    const one = () => this.post(path, body, { key });
    const answers = sent === 'at-once' ? await Promise.all([one(), one(), one()]) : [await one()];
    if (sent === 'again' && history.now - since < memory) answers.push(await one());
    const good = answers.filter(isGood);
    const ids = new Set(good.map(idOf));
    // The clock jumped over the memory of the key while it was sent: then it may be two.
    if (history.now - since > memory) history.forgotten.add(word);
    else if (ids.size > 1)
      history.fail(`${this.name}: one key made ${[...ids].join(' and ')} of ${path}`);
    return good[0] ?? answers[0]!;
  }

  /** Asks until there is an answer that is no outage, as the person that this is. */
  async ask(call: Call): Promise<Answer> {
    const long = call.method === 'GET' ? patience.read : patience.write;
    const until = performance.now() + long;
    const since = this.world.history.now;
    let repeated = false;
    for (let tries = 0; ; tries += 1) {
      const answer = await this.once(call);
      if (asksWho(answer) && !call.anonymous && tries < 4) {
        await this.enter();
        continue;
      }
      if (answer.status > 0 && answer.status < 500) return { ...answer, repeated };
      const isForgotten = call.key !== undefined && this.world.history.now - since > memory;
      if (performance.now() > until || isForgotten) return { ...answer, status: 0, repeated };
      repeated = true;
      await pause(150 + Math.min(1_500, 100 * tries));
    }
  }

  /** One person signs in once at a time. */
  enter(): Promise<void> {
    this.signing ??= this.signsIn().finally(() => (this.signing = null));
    return this.signing;
  }

  forget(): void {
    this.cookies.clear();
  }

  /** One try of one call, written down with what came of it. */
  async once(call: Call): Promise<Answer> {
    const { history } = this.world;
    const [begun, from] = [Date.now(), history.now];
    const { status, text, type, location } = await this.send(call).catch(() => nothing);
    const json = type.includes('json') ? parsed(text) : {};
    const code = typeof json.code === 'string' ? json.code : null;
    const isPicture = status === 200 && type.startsWith('image/');
    history.add({
      who: this.name,
      call: `${call.method} ${call.path}`,
      key: call.key ?? null,
      ...{ begun, ended: Date.now(), from, to: history.latest, status, code },
      held: history.heldBy(text),
      photo: isPicture ? (call.photo ?? null) : null,
    });
    if (status === 500) history.fail(`${this.name}: ${call.method} ${call.path} answered 500`);
    const data = (json.data ?? {}) as Answer['data'];
    return { status, code, data, text, location, repeated: false };
  }

  private async send(call: Call): Promise<Raw> {
    const { webs, site } = this.world.ground;
    const port = webs[(this.turn += 1) % webs.length]!.front!.port;
    const { bytes, type } = await bodyOf(call);
    const headers: Record<string, string> = {
      Host: new URL(site).host,
      Origin: site,
      'X-Forwarded-For': this.address,
      Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
      ...(type ? { 'Content-Type': type } : {}),
      ...(bytes ? { 'Content-Length': String(bytes.length) } : {}),
      ...(call.key ? { 'Idempotency-Key': call.key } : {}),
    };
    const { method, path } = call;
    const asked = { host: '127.0.0.1', port, agent: this.agent, method, path, headers };
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.request({ ...asked, timeout: patience.try }, resolve);
      request.once('timeout', () => request.destroy(new Error('no answer in time')));
      request.once('error', reject);
      request.end(bytes);
    });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) this.cookies.set(name!, value);
      else this.cookies.delete(name!);
    }
    const text = await readText(answer);
    const { 'content-type': is = '', location = null } = answer.headers;
    return { status: answer.statusCode!, text, type: is, location };
  }
}

interface Raw {
  readonly status: number;
  readonly text: string;
  readonly type: string;
  readonly location: string | null;
}
const nothing: Raw = { status: 0, text: '', type: '', location: null };

async function bodyOf({ body, form, fields }: Call): Promise<{ bytes?: Buffer; type?: string }> {
  if (fields) {
    const bytes = Buffer.from(new URLSearchParams(fields).toString());
    return { bytes, type: 'application/x-www-form-urlencoded' };
  }
  if (form) {
    const whole = new Response(form);
    const type = whole.headers.get('Content-Type')!;
    return { bytes: Buffer.from(await whole.arrayBuffer()), type };
  }
  return body ? { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' } : {};
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The newest code that was sent to a number since a moment; null when none comes in time. */
export async function codeTo(
  { ground }: World,
  phone: string,
  since: number,
): Promise<string | null> {
  for (const end = performance.now() + 20_000; performance.now() < end; await pause(50)) {
    const sent = ground.providers.sms.find(({ to, at }) => to === phone && at >= since);
    if (sent) return /\b\d{6}\b/.exec(sent.text)?.[0] ?? null;
  }
  return null;
}
