import { z } from 'zod';
import { defineMachine } from '../define-flow';
import { parcelMachine } from './parcel.machine';
import { sampleEvents } from './sample-events';

const parcelId = z.uuid();

export const parcelFlow = defineMachine({
  name: 'sample.parcel',
  version: 1,
  machine: parcelMachine,
  context: z.strictObject({
    parcelId,
    packWindow: z.number(),
    returnWindow: z.number(),
    nudges: z.number().int(),
    weight: z.number().positive().nullable(),
    packedAt: z.iso.datetime().nullable(),
  }),
  events: sampleEvents,
  effects: {
    'sample.print-label': z.strictObject({ parcelId }),
    'sample.remind': z.strictObject({ parcelId, nudges: z.number() }),
  },
});
