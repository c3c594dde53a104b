import { z } from 'zod';
import { defineFacts } from '../../events/declare';

export const sampleFacts = defineFacts('sample', {
  shipped: z.strictObject({ parcelId: z.uuid(), grams: z.number() }),
});
