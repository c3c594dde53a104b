import type { Side } from '#platform/base/actor';
import { z } from 'zod';
import { sessionChoiceSchema, showPhone } from '#contracts/identity';
import { currentPatient, ownSessions } from '#modules/identity';
import { countLeads, recentActivity } from '#modules/leads';
import { ownPreferences } from '#modules/notifications';
import type { CtxOf } from '#platform/context';
import { initialsOf } from '#platform/text/initials';
import { accountEmail, currencyChoice, endDevice, endOtherDevices } from '#workflows';
import { intent, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { formatsIn } from '#app/i18n/formats';
import { textIn } from '#app/i18n/server';
import type { CurrencyFormProps } from './currency-form';

/** Entries of the profile's list; all of them are behind 'View All'. */
const activities = 5;

const none = { total: 0, active: 0, completed: 0, cancelled: 0, offers: 0 };

/** The profile at once, and what may come a moment later: figures (nought when they fail) and what happened last. */
export async function loadProfile(ctx: CtxOf<'patient'>, { wait }: { wait: boolean }) {
  const logged =
    <T>(fallback: T) =>
    (error: unknown): T => {
      ctx.log.error({ err: error }, 'profile.figures-failed');
      return fallback;
    };
  const counts = countLeads(ctx).catch(logged(none));
  const activity = recentActivity(ctx, { limit: activities }).catch(logged(null));
  const [user, address, preferences] = await Promise.all([
    currentPatient(ctx),
    accountEmail(ctx),
    ownPreferences(ctx),
  ]);
  // What guards an account is sent in any case; what counts is what people may switch off.
  const changeable = preferences.filter(({ locked }) => !locked);
  const notified = changeable.some(({ email, product }) => email || product);
  const phone = user.phoneNumber && showPhone(user.phoneNumber);
  const nameless = { firstName: textIn(ctx.locale)('profile.home.no_name'), lastName: '' };
  const initials = initialsOf(user, ctx.locale) || initialsOf(nameless, ctx.locale);
  const shown = { user, phone, initials, address, notified };
  return wait
    ? { ...shown, counts: await counts, activity: await activity }
    : { ...shown, counts, activity };
}

/** What the patient may choose as the currency of approximate amounts, by name. */
export async function namedChoice(ctx: CtxOf<'patient'>): Promise<CurrencyFormProps> {
  const { currencyName } = formatsIn(ctx.locale);
  const named = (code: string) => ({ code, name: currencyName(code) });
  const { chosen, ofNumber, options } = await currencyChoice(ctx);
  return {
    chosen,
    ofNumber: ofNumber === null ? null : named(ofNumber),
    options: options.map(named),
  };
}

const paths = { patient: '/profile/devices', clinic: '/clinic/devices' } as const;

/** Where the acting person is signed in. */
export const loadDevices = async (ctx: CtxOf<Side>) => ({ sessions: await ownSessions(ctx) });

/** One session is ended, or all but this one. */
export const devicesAction = (side: 'patient' | 'clinic') =>
  pageAction(side, {
    end: intent(side, sessionChoiceSchema, async (ctx: CtxOf<Side>, { id }) => {
      await endDevice(ctx, { id });
      return redirect(`${paths[side]}?ended`);
    }),
    'end-others': intent(side, z.object({}), async (ctx: CtxOf<Side>) => {
      await endOtherDevices(ctx);
      return redirect(`${paths[side]}?ended-others`);
    }),
  });
