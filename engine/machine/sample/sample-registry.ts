import { z } from 'zod';
import { minutes, seconds } from '#platform/base/duration';
import { subscribe } from '../../events/subscribe';
import { defineJob, job } from '../../jobs/define-job';
import type { Registry } from '../registry';
import { parcelFlow } from './parcel.flow';
import { sampleEvents } from './sample-events';

const policy = { retry: { limit: 3, delay: seconds(1) }, expiresAfter: minutes(1) };
const parcelId = z.uuid();

const printLabel = defineJob({
  name: 'sample.print-label',
  payload: z.strictObject({ parcelId }),
  ...policy,
});
const remind = defineJob({
  name: 'sample.remind',
  payload: z.strictObject({ parcelId, nudges: z.number() }),
  ...policy,
});

/** A registry around the sample machine; `seen` collects what its handlers were given. */
export function sampleRegistry(): { registry: Registry; seen: unknown[] } {
  const seen: unknown[] = [];
  const registry: Registry = {
    flows: [parcelFlow],
    jobs: [
      job(
        printLabel,
        async (_ctx, { id, payload }) => void seen.push({ label: payload.parcelId, id }),
      ),
      job(remind, async (_ctx, { payload }) => void seen.push({ nudges: payload.nudges })),
    ],
    subscriptions: [
      subscribe({
        on: sampleEvents['sample.shipped'],
        name: 'sample.bill-shipped',
        handle: async (_ctx, event) => void seen.push({ billed: event.parcelId }),
      }),
      subscribe({
        on: sampleEvents['sample.shipped'],
        name: 'sample.thank-shipped',
        handle: async (_ctx, event) => void seen.push({ thanked: event.parcelId }),
      }),
    ],
    schedules: [],
  };
  return { registry, seen };
}
