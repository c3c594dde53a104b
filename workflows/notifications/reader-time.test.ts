import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPreferences } from '#modules/notifications';
import { locales } from '#platform/base/locale';
import { spokenIn } from '#languages/words.server.ts';
import { newPhone, signedInPatient } from '../../modules/identity/testing';
import { createQueuedServices, forgetLimits } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { hereOf } from './reader-time';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  await forgetLimits(kit);
});
afterAll(() => kit.close());

/** Half past nine in Istanbul; in March and in July clocks of Berlin differ by two hours and by one. */
const at = new Date('2026-03-05T06:30:00Z');

/** A patient whose number begins like this. */
async function withNumber(begins: string) {
  const { ctx } = await signedInPatient(kit.ctx());
  await kit.services.database.pool.query('update identity.patient set phone = $2 where id = $1', [
    ctx.actor.id,
    begins + newPhone().slice(-7),
  ]);
  const reader = { type: 'patient', id: ctx.actor.id } as const;
  const here = (length: 'long' | 'short', locale: (typeof locales)[number], date = at) =>
    hereOf({ ...ctx, locale }, { at: date, reader, length });
  return { ctx, here };
}

describe('a date by the clock of its reader', () => {
  it('is said in every language, with its time zone', async () => {
    const { here } = await withNumber('+49151' + '1');
    expect(await here('long', 'de')).toBe(
      'Donnerstag, 5. März 2026 um 07:30 Mitteleuropäische Zeit',
    );
    expect(await here('short', 'de', new Date('2026-07-02T06:30:00Z'))).toBe('Do, 08:30 MEZ');
    expect(await here('long', 'ar')).toBe('الخميس، 5 مارس 2026 في 7:30 ص توقيت وسط أوروبا');
    for (const locale of locales) {
      const text = spokenIn(locale);
      const when = 'Thursday';
      for (const kind of ['scheduled', 'rescheduled', 'visit-soon']) {
        const words = (value: string) =>
          text(`mail.deals.${kind}.text`, { when, city: 'unknown', here: value });
        expect(words('unknown'), locale).not.toContain('unknown');
        expect(words(await here('long', locale)), locale).toContain('7:30');
      }
    }
    const said = spokenIn('en')('text.deals.visit-soon', {
      ...{ brand: 'Salvia', reader: 'patient', when: 'Thursday', url: 'https://clinics.example' },
      here: await here('short', 'en'),
    });
    expect(said).toContain('(Istanbul time; Thu, 7:30 AM Germany Time)');
  });

  it.each([
    // The clock of the clinic, also under another name.
    ['+90532', 'unknown'],
    ['+96650', 'unknown'],
    // A country of several times.
    ['+1212', 'unknown'],
    ['+97150', 'Thu, 10:30 AM United Arab Emirates Time'],
  ])('of a number with %s is %s', async (begins, words) => {
    expect(await (await withNumber(begins)).here('short', 'en')).toBe(words);
  });

  it('goes by the quiet hours where there are some', async () => {
    const { ctx, here } = await withNumber('+4915111');
    const quietHours = { from: '22:00', to: '07:00', zone: 'America/New_York' };
    await setPreferences(ctx, { preferences: [], quietHours });
    expect(await here('short', 'en')).toBe('Thu, 1:30 AM ET');
  });

  it('is not said to clinics, nor where nothing is known', async () => {
    const { ctx } = await withNumber('+4915112');
    for (const reader of [undefined, { type: 'clinic' as const, id: ctx.actor.id }])
      expect(await hereOf(ctx, { at, reader, length: 'long' })).toBe('unknown');
  });
});
