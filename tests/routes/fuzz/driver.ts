import fc from 'fast-check';
import { expect } from 'vitest';
import { jsonSchemaOf } from '#app/http/openapi.server';
import type { Call } from '#platform/base/call';
import type { TestServer } from '../../kit/http';
import { forgetLimits } from '../../kit/identity';
import { isFull } from '../../kit/full';
import { exampleOf, ownOf, type Known } from './examples';
import { wrongWith } from './log-lines';
import { makers } from './objects';
import { canary } from './odd-values';
import { paramsOf, recordAt } from './paths';
import type { Cast, Person, Role } from './people';
import { secrets, spentSecrets } from './secrets';
import { seed, seedOf } from './seed';
import { sentFor, twists, untwisted, type Sent, type Thing, type Twist } from './sending';

/** How far the cases of one call came. */
export interface Tally {
  sent: number;
  /** Answered by the handler: with success, or with a refusal that only it knows. */
  reached: number;
  succeeded: number;
}

/** Everything that a case of a call starts from. */
interface Scene {
  person: Person;
  /** What the browser has beside the session of the person. */
  beside: string;
  things: readonly Thing[];
  readonly query: unknown;
  /** Gives the things bodies with something newly made that a case spends. */
  readonly renew?: () => Promise<void>;
}

/** Refusals that a call names as its own although the handler's work has not begun. */
const beforehand = ['step_up', 'too_many_requests', 'unavailable', 'idempotency_mismatch'];
const casesPerScene = 25;
const thingsPerScene = 4;
/** To make what is spent costs several calls: in `npm test` for every fourth case only. */
const renewing = (left: number): boolean => isFull || left % 4 === 0;
/** Milliseconds. */
const slow = 2_000;

/** One line, which even the end of a long print holds: a place in this file would say nothing more. */
class Failure extends Error {
  override readonly stack = undefined;
}

export class Driver {
  private readonly scenes = new Map<string, Scene>();
  private readonly strangers = new Map<Role, Person>();
  /** Who only reads is the same person in every call that changes nothing, and finds the same things. */
  private readonly readers = new Map<Role, Person>();
  private readonly shown = new Set<string>();

  constructor(
    private readonly server: TestServer,
    private readonly cast: Cast,
  ) {}

  /** By somebody whom the door lets in: the unchanged example first, then as many cases with a twist. */
  async fuzz(call: Call, role: Role, cases: number, tally: Tally): Promise<void> {
    let scene: Scene | undefined;
    let left = 0;
    await this.repeat({ call, role, cases, door: 'open' }, async (twist) => {
      if (!scene || (left -= 1) < 0) {
        scene = await this.scene(call, role);
        this.scenes.set(call.id, scene);
        left = casesPerScene;
      } else if (renewing(left)) await scene.renew?.();
      await this.try(call, scene, twist, tally);
    });
    if (call.path.startsWith('/admin/staff')) this.cast.dismissStaff();
  }

  /** By somebody whom it does not, with what those had who may. */
  async fuzzAtTheDoor(call: Call, role: Role, cases: number, tally: Tally): Promise<void> {
    const person = this.strangers.get(role) ?? (await this.cast.newcomer(role));
    const { things, query } = this.scenes.get(call.id) ?? { things: [], query: {} };
    const scene: Scene = { person, beside: '', things, query };
    const before = tally.succeeded;
    await this.repeat({ call, role, cases, door: 'shut' }, async (twist) => {
      await this.ask(call, scene, twist, tally);
    });
    // Where everybody may come in, a session may have ended.
    const entered = tally.succeeded > before;
    this.strangers.set(role, entered ? await this.cast.again(person) : person);
  }

  private async repeat(
    { call, role, cases, door }: { call: Call; role: Role; cases: number; door: string },
    once: (twist: Twist) => Promise<void>,
  ): Promise<void> {
    // Things are used up on the way, so nothing is shrunk: a smaller case would start from elsewhere.
    const from = { seed: seedOf(call.id, role, door), numRuns: cases - 1 };
    for (const [n, twist] of [untwisted, ...fc.sample(twists, from)].entries()) {
      const failed = await once(twist).then(
        () => '',
        (error: Error) => error.message,
      );
      const told = [failed, wrongWith(this.server.logged.splice(0))].filter(Boolean).join('; ');
      if (told) throw new Failure(`FUZZ_SEED=${seed} ${call.id} as ${role}, case ${n}: ${told}`);
    }
  }

  /** Somebody new, and new things to do it to. */
  private async scene(call: Call, role: Role): Promise<Scene> {
    await forgetLimits(this.server);
    const person = await this.personFor(call, role);
    const [, resource = ''] = /^\/admin\/([\w-]+)\/\{/.exec(call.path) ?? [];
    if (call.method !== 'GET' || !this.shown.has(resource)) await makers[resource]?.(this.server);
    this.shown.add(resource);
    const held = await secrets[call.id]?.(this.server, person);
    const known: Known[] = [];
    const things: Thing[] = [];
    for (const params of (await paramsOf(this.server, call, person)).slice(0, thingsPerScene)) {
      const record = await recordAt(this.server, call, params, person);
      known.push({ ...membersOf(record), ...ownOf(person), ...held?.known });
      things.push({ params, body: exampleFor(call.body, known.at(-1)!) });
    }
    const query = exampleFor(call.query, held?.known ?? {});
    const scene: Scene = { person, beside: held?.cookie ?? '', things, query };
    const hold = spentSecrets[call.id];
    if (!hold) return scene;
    const renew = async () => {
      const fresh = await hold(this.server, scene.person);
      const body = (n: number) => exampleFor(call.body, { ...known[n], ...fresh.known });
      scene.things = scene.things.map(({ params }, n) => ({ params, body: body(n) }));
      scene.beside = fresh.cookie ?? '';
    };
    await renew();
    return Object.assign(scene, { renew });
  }

  private async personFor({ method }: Call, role: Role): Promise<Person> {
    if (method !== 'GET') return this.cast.newcomer(role);
    const known = this.readers.get(role);
    const person = known ? await this.cast.again(known) : await this.cast.newcomer(role);
    this.readers.set(role, person);
    return person;
  }

  private async try(call: Call, scene: Scene, twist: Twist, tally: Tally): Promise<void> {
    const { status, set } = await this.ask(call, scene, twist, tally);
    const { person } = scene;
    const [name] = person.cookie.split('=', 1);
    const renewed =
      person.id && set.find((each) => each.startsWith(`${name}=`) && each !== `${name}=`);
    if (renewed) scene.person = { ...person, cookie: renewed };
    // It ended its own session, or what made it somebody without an account is spent.
    else if (status === 401 || (!person.id && status < 400)) {
      const again = await this.cast.again(person);
      scene.person = { ...again, phone: person.phone };
    }
  }

  private async ask(call: Call, scene: Scene, twist: Twist, tally: Tally) {
    await this.server.services.database.pool.query('delete from platform.rate_limit');
    const sent = await sentFor(call, scene, twist);
    const cookie = [scene.person.cookie, scene.beside].filter(Boolean).join('; ');
    const answered = await this.answered(sent, cookie);
    const { status, code } = answered;
    tally.sent += 1;
    const own = call.failures?.filter((each) => !beforehand.includes(each)) ?? [];
    if (status < 400) tally.succeeded += 1;
    if (status < 400 || own.includes(code)) tally.reached += 1;
    return answered;
  }

  /** Sends a case and holds its answer to what every answer must be. */
  private async answered(sent: Sent, cookie: string) {
    const asked = performance.now();
    const { answer, text } = await this.send(sent, cookie);
    if (performance.now() - asked > slow) await this.expectQuick(sent, cookie);
    const { status, headers } = answer;
    const told = `${whatIs(sent)} answers ${status} ${text.slice(0, 120)}`;
    expect(status, told).toBeLessThan(500);
    const named = [...headers].filter(([name]) => name !== 'content-disposition' || status >= 400);
    expect(JSON.stringify(named), told).not.toContain(canary);
    expect(headers.get('x'), told).toBeNull();
    const set = headers.getSetCookie().map((line) => line.split(';', 1)[0]!);
    if (status < 400) return { status, code: '', set };
    expect(text, told).not.toContain(canary);
    const body = JSON.parse(text) as { code: string };
    expect(body, told).toMatchObject({
      success: false,
      code: expect.any(String),
      message: expect.any(String),
    });
    return { status, code: body.code, set };
  }

  /** A machine that was busy elsewhere is not slow each time; an expression that backtracks is. */
  private async expectQuick(sent: Sent, cookie: string): Promise<void> {
    const took: number[] = [];
    for (let tries = 0; tries < 3 && !took.some((ms) => ms < slow); tries += 1) {
      const began = performance.now();
      await this.send(sent, cookie);
      took.push(performance.now() - began);
    }
    expect(Math.min(...took), `${whatIs(sent)}: milliseconds that it takes`).toBeLessThan(slow);
  }

  private async send({ path, init }: Sent, cookie: string) {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('Cookie', cookie);
    headers.set('User-Agent', `fuzz ${canary}`);
    const hangingUp = new AbortController();
    const signal = AbortSignal.any([hangingUp.signal, AbortSignal.timeout(20_000)]);
    const ask = () => this.server.request(path, { ...init, headers, signal });
    // A kept connection may end just as it is used again, and a refusal may come before the body is sent.
    const answer = await ask().catch(ask);
    const endless = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
    const text = endless ? '' : await answer.text();
    if (endless) hangingUp.abort();
    return { answer, text };
  }
}

const whatIs = ({ path, init: { method, body } }: Sent): string =>
  `${method} ${path.slice(0, 100)} ${typeof body === 'string' ? body.slice(0, 200) : typeof body}`;

const exampleFor = (schema: Call['body'], known: Known): unknown =>
  schema ? exampleOf(jsonSchemaOf(schema, 'input'), known) : {};

/** What a record says of itself, under the names that bodies use. */
function membersOf(record: Record<string, unknown>): Known {
  const first = (rows: unknown, key: string): unknown =>
    (Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [])[0]?.[key];
  const { version, failedJobs, sessions, changes, pictures, ways, ...rest } = record;
  const { asked } = (ways ?? {}) as { asked?: { id: string } | null };
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
    ...(version === undefined ? {} : { version, expectedVersion: version }),
    ...(failedJobs ? { alertId: first(failedJobs, 'alertId') } : {}),
    ...(changes ? { changeId: first(changes, 'id') } : {}),
    ...(pictures ? { pictureId: first(pictures, 'id') } : {}),
    ...(asked ? { wayBackId: asked.id } : {}),
    ...(sessions ? { sessionId: first(sessions, 'id') } : {}),
  };
}
