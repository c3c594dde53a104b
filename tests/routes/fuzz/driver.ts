import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { jsonSchemaOf } from '#app/http/openapi.server';
import type { Call } from '#platform/call';
import { newToken } from '#platform/ids';
import type { TestServer } from '../../kit/http';
import { forgetLimits } from '../../kit/identity';
import { exampleOf, ownOf, type Known } from './examples';
import { makers } from './objects';
import { canary } from './odd-values';
import { paramsOf, recordAt } from './paths';
import type { Cast, Person, Role } from './people';
import { secrets } from './secrets';
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
  cookie: string;
  readonly things: readonly Thing[];
  readonly query: unknown;
}

/** Refusals that a call names as its own although the handler's work has not begun. */
const beforehand = ['step_up', 'too_many_requests', 'unavailable', 'idempotency_mismatch'];
const casesPerScene = 25;
const thingsPerScene = 4;

export class Driver {
  private readonly scenes = new Map<string, Scene>();
  private readonly strangers = new Map<Role, Person>();

  constructor(
    private readonly server: TestServer,
    private readonly cast: Cast,
  ) {}

  /** By somebody whom the door lets in: the unchanged example first, then as many cases with a twist. */
  async fuzz(call: Call, role: Role, cases: number, tally: Tally): Promise<void> {
    let scene: Scene | undefined;
    let left = 0;
    await this.repeat(role, cases, async (twist) => {
      if (!scene || (left -= 1) < 0) {
        scene = await this.scene(call, role);
        this.scenes.set(call.id, scene);
        left = casesPerScene;
      }
      await this.try(call, scene, twist, tally);
    });
    if (call.path.startsWith('/admin/staff')) this.cast.dismissStaff();
  }

  /** By somebody whom it does not, with what those had who may. */
  async fuzzAtTheDoor(call: Call, role: Role, cases: number, tally: Tally): Promise<void> {
    const known = this.strangers.get(role);
    const person = known ? await this.cast.again(known) : await this.cast.newcomer(role);
    this.strangers.set(role, person);
    const { things, query } = this.scenes.get(call.id) ?? { things: [], query: {} };
    const scene = { person, cookie: person.cookie, things, query };
    await this.repeat(role, cases, (twist) => this.try(call, scene, twist, tally));
  }

  private async repeat(role: Role, cases: number, once: (twist: Twist) => Promise<void>) {
    const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
    // Things are used up on the way, so nothing is shrunk: a smaller case would start from elsewhere.
    for (const twist of [untwisted, ...fc.sample(twists, { seed, numRuns: cases - 1 })])
      await once(twist).catch((error: Error) => {
        throw new Error(`as ${role}, FUZZ_SEED=${seed}: ${error.message}`, { cause: error });
      });
  }

  /** Somebody new, and new things to do it to. */
  private async scene(call: Call, role: Role): Promise<Scene> {
    await forgetLimits(this.server);
    const person = await this.cast.newcomer(role);
    const [, resource = ''] = /^\/admin\/([\w-]+)\/\{/.exec(call.path) ?? [];
    await makers[resource]?.(this.server);
    const held = (await secrets[call.id]?.(this.server, person)) ?? { known: {}, cookie: '' };
    const example = (schema: Call['body'], known: Known) =>
      schema ? exampleOf(jsonSchemaOf(schema, 'input'), known) : {};
    const things: Thing[] = [];
    for (const params of (await paramsOf(this.server, call, person)).slice(0, thingsPerScene)) {
      const record = await recordAt(this.server, call, params, person);
      const known = { ...membersOf(record), ...ownOf(person), ...held.known };
      things.push({ params, body: example(call.body, known) });
    }
    const cookie = [person.cookie, held.cookie].filter(Boolean).join('; ');
    return { person, cookie, things, query: example(call.query, {}) };
  }

  private async try(call: Call, scene: Scene, twist: Twist, tally: Tally): Promise<void> {
    await this.server.services.database.pool.query('delete from platform.rate_limit');
    const sent = await sentFor(call, scene, twist);
    const { status, code } = await this.answered(sent, scene.cookie);
    tally.sent += 1;
    const own = call.failures?.filter((each) => !beforehand.includes(each)) ?? [];
    if (status < 400) tally.succeeded += 1;
    if (status < 400 || own.includes(code)) tally.reached += 1;
    // It ended its own session, or what made it somebody without an account is spent.
    if (status === 401 || !scene.person.id) {
      const again = await this.cast.again(scene.person);
      scene.cookie = scene.cookie.replace(scene.person.cookie, again.cookie);
      scene.person = { ...again, phone: scene.person.phone };
    }
  }

  /** Sends a case and holds its answer to what every answer must be. */
  private async answered(sent: Sent, cookie: string) {
    const asked = performance.now();
    const { answer, text } = await this.send(sent, cookie);
    // A machine that was busy elsewhere is not slow twice.
    if (performance.now() - asked > 2_000) {
      const began = performance.now();
      await this.send(sent, cookie);
      expect(performance.now() - began, 'how long it took').toBeLessThan(2_000);
    }
    const { status, headers } = answer;
    const told = `${sent.init.method} ${sent.path.slice(0, 200)} ${brief(sent.init.body)} answers ${status} ${text.slice(0, 200)}`;
    expect(status, told).toBeLessThan(500);
    const named = [...headers].filter(([name]) => name !== 'content-disposition' || status >= 400);
    expect(JSON.stringify(named), told).not.toContain(canary);
    expect(headers.get('x'), told).toBeNull();
    if (status < 400) return { status, code: '' };
    expect(text, told).not.toContain(canary);
    const body = JSON.parse(text) as { code: string };
    expect(body, told).toMatchObject({
      success: false,
      code: expect.any(String),
      message: expect.any(String),
    });
    return { status, code: body.code };
  }

  private async send({ path, init }: Sent, cookie: string) {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('Cookie', cookie);
    headers.set('User-Agent', `fuzz ${newToken(4)} ${canary}`);
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

const brief = (body: unknown): string =>
  typeof body === 'string' ? body.slice(0, 300) : typeof body;

/** What a record says of itself, under the names that bodies use. */
function membersOf(record: Record<string, unknown>): Known {
  const first = (rows: unknown, key: string): unknown =>
    (Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [])[0]?.[key];
  const { version, failedJobs, sessions, ...rest } = record;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
    ...(version === undefined ? {} : { version, expectedVersion: version }),
    ...(failedJobs ? { alertId: first(failedJobs, 'alertId') } : {}),
    ...(sessions ? { sessionId: first(sessions, 'id') } : {}),
  };
}
