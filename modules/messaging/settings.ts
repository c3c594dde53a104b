import { z } from 'zod';
import { defineSetting } from '#platform/settings';

/** Messages one person may send in an hour. One person plays many in the demo. */
export const messagesPerHour = defineSetting({
  key: 'messaging.messages-per-hour',
  schema: z.int().positive(),
  defaults: (mode) => (mode === 'demo' ? 20_000 : 200),
});
