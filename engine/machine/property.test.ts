import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours, minutes } from '#platform/base/duration';
import { advance } from '../../tests/kit/clock';
import { readFlow } from './testing/read';
import { replayFlow } from './testing/replay';
import { parcelFlow } from './sample/parcel.flow';
import { createSampleKit, type SampleKit } from './sample/sample-kit';
import { runDueTimers } from './testing';

let kit: SampleKit;
beforeAll(async () => {
  kit = await createSampleKit();
});
afterAll(() => kit.close());

/** What the sample promises, in the fewest words: no XState, no engine. */
class Model {
  state = 'open';
  weight: number | null = null;
  nudges = 0;
  version = 1;
  jobs: string[] = [];
  now = 0;
  due: number | null = 120;
  seen = new Set<string>();

  /** False: refused. */
  apply(type: string, key: string): boolean {
    if (this.seen.has(key)) return true;
    const to = this.next(type);
    if (to === null) return false;
    this.seen.add(key);
    this.version += 1;
    const entered = to !== this.state || type === 'nudge';
    this.state = to;
    if (type === 'weigh') this.weight = 5;
    if (type === 'nudge') {
      this.nudges += 1;
      this.jobs.push('sample.remind');
    }
    if (!entered) return true;
    this.due = to === 'open' ? this.now + 120 : to === 'shipped' ? this.now + 1440 : null;
    if (to === 'packed') this.jobs.push('sample.print-label');
    if (to === 'shipped') this.jobs.push('sample.bill-shipped', 'sample.thank-shipped');
    return true;
  }

  next(type: string): string | null {
    const { state } = this;
    if (state === 'open' && (type === 'weigh' || type === 'nudge')) return 'open';
    if (state === 'open' && type === 'pack') return this.weight === null ? null : 'packed';
    if (state === 'packed' && type === 'unpack') return 'open';
    if (state === 'packed' && type === 'ship') return 'shipped';
    if (state === 'shipped' && type === 'give-back') return 'returned';
    return null;
  }

  wait(amount: number): void {
    this.now += amount;
    if (this.due === null || this.due > this.now) return;
    this.due = null;
    this.version += 1;
    this.state = this.state === 'open' ? 'abandoned' : 'kept';
  }
}

const event = fc.record({
  type: fc.constantFrom('weigh', 'nudge', 'pack', 'unpack', 'ship', 'give-back'),
  // Few keys, so that duplicates happen.
  key: fc.integer({ min: 0, max: 20 }),
});
const wait = fc.record({ wait: fc.constantFrom(1, 45, 130, 1500) });
const script = fc.array(fc.oneof({ weight: 5, arbitrary: event }, wait), {
  minLength: 1,
  maxLength: 25,
});

type Step = { type: string; key: number } | { wait: number };

describe('any sequence of events, duplicates and waits', () => {
  it('ends where the model ends, and replays to what is stored', { timeout: 60_000 }, async () => {
    const run = async (steps: Step[]) => {
      const model = new Model();
      const id = await kit.start({ packWindow: hours(2), returnWindow: hours(24) });
      for (const step of steps) {
        if ('wait' in step) {
          model.wait(step.wait);
          await advance(kit.services, minutes(step.wait));
          await runDueTimers(kit.services, kit.registry);
          continue;
        }
        const key = `${step.type}-${step.key}`;
        const sent = {
          type: `sample.${step.type}`,
          ...(step.type === 'weigh' ? { grams: 5 } : {}),
        };
        const accepted = await kit.send(id, sent as never, { key }).then(
          () => true,
          (error: Error) => {
            expect(error.message).toBe('event_refused');
            return false;
          },
        );
        expect(accepted).toBe(model.apply(step.type, key));
      }
      const view = await readFlow(kit.ctx(), parcelFlow, id);
      expect(view).toMatchObject({
        value: model.state,
        version: model.version,
        context: { weight: model.weight, nudges: model.nudges },
      });
      expect(view!.timers).toHaveLength(model.due === null ? 0 : 1);
      const jobs = await kit.rows(
        `select coalesce(data->>'subscription', name) as name from pgboss.job where data->>'instance' = $1 and name <> 'flow.timer'`,
        [id],
      );
      expect(jobs.map(({ name }) => name).sort()).toEqual(model.jobs.sort());
      const replayed = await replayFlow(kit.ctx(), parcelFlow, { id });
      expect(replayed.map(({ check }) => check)).toEqual(Array(model.version).fill('same'));
      expect(replayed.map(({ version }) => version)).toEqual(replayed.map((_, n) => n + 1));
    };
    await fc.assert(fc.asyncProperty(script, run), { numRuns: 60 });
  });
});
