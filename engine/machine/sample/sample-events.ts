import { z } from 'zod';
import { defineEvents } from '../../events/declare';

export const sampleEvents = defineEvents('sample', {
  shipped: z.strictObject({ parcelId: z.uuid(), grams: z.number() }),
});
