import { z } from 'zod';
import { showPhone } from '#contracts/identity';
import { ownApplication, removeDocument } from '#modules/clinic-onboarding';
import { now } from '#platform/time/clock';
import { intent, isDocument, pageAction, pageLoader, withFiles } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { resubmitApplication } from '#workflows';
import { cityNames } from '#app/i18n/city-names';
import { textIn } from '#app/i18n/server';
import { countryIn } from './countries';
import { documentAction } from './document-action.server';
import { unlessGone } from '#app/http/errors';

const here = '/clinic/pending-approval';

export const applicationLoader = pageLoader(
  'clinic',
  async (ctx) => {
    const [details, checkedAt] = await Promise.all([ownApplication(ctx), now(ctx)]);
    const phone = showPhone(details.clinic.phoneNumber);
    const t = textIn(ctx.locale);
    const { city, country } = details.clinic;
    const place = { city: cityNames(t, city), country: countryIn(t, country) };
    return {
      details: { ...details, clinic: { ...details.clinic, ...place } },
      phone,
      checkedAt: checkedAt.toISOString(),
    };
  },
  // The page asks every 30 s: only somebody who opens it keeps the session alive.
  { quiet: (request) => !isDocument(request) },
);

const plainForms = pageAction('clinic-owner', {
  'remove-document': intent('clinic-owner', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await removeDocument(ctx, { id }).catch(unlessGone);
    return redirect(here);
  }),
  resubmit: intent('clinic-owner', z.object({}), async (ctx) => {
    await resubmitApplication(ctx);
    return redirect(here);
  }),
});

const documentForm = documentAction({
  audience: 'clinic-owner',
  then: () => Promise.resolve(redirect(here)),
});

/** Documents come as a form with files where there is no script; everything else is a plain form. */
export const applicationAction = withFiles(documentForm, plainForms);
