import { z } from 'zod';
import { defineSetting } from '#platform/settings/settings';

/**
 * What translations may cost: how many one person may ask the provider for in an hour, and how many characters are sent to it
 * in a day, of all people together.
 */
export const translationBudgets = defineSetting({
  key: 'translations.budgets',
  schema: z.object({
    perPersonHour: z.int().min(0).max(10_000),
    charactersPerDay: z.int().min(0).max(100_000_000),
  }),
  defaults: (mode) => ({ perPersonHour: mode === 'demo' ? 600 : 60, charactersPerDay: 200_000 }),
});
