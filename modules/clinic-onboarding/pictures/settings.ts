import { z } from 'zod';
import { defineSetting } from '#platform/settings';

/** Pictures one clinic may send in ten minutes, accepted or not. One person plays many in the demo. */
export const picturesPerTenMinutes = defineSetting({
  key: 'clinic-onboarding.pictures-per-ten-minutes',
  schema: z.int().positive(),
  defaults: (mode) => (mode === 'demo' ? 2_000 : 20),
});
