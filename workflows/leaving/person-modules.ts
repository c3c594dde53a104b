import { personData as aftercare } from '#modules/aftercare';
import { personData as attachments } from '#modules/attachments';
import { personData as casework } from '#modules/casework';
import { personData as clinicOnboarding } from '#modules/clinic-onboarding';
import { personData as companions } from '#modules/companions';
import { personData as consultation } from '#modules/consultation';
import { personData as content } from '#modules/content';
import { personData as deals } from '#modules/deals';
import { personData as exchange } from '#modules/exchange';
import { personData as identity } from '#modules/identity';
import { personData as leads } from '#modules/leads';
import { personData as leaving } from '#modules/leaving';
import { personData as messaging } from '#modules/messaging';
import { personData as notifications } from '#modules/notifications';
import { personData as offers } from '#modules/offers';
import { personData as outcomes } from '#modules/outcomes';
import { personData as support } from '#modules/support';
import { personData as translations } from '#modules/translations';
import { personData as twins } from '#modules/twins';
import { personData as webhooks } from '#modules/webhooks';
import type { PersonData } from '#platform/privacy/person-data';

/**
 * Every module with tables, by its name, in the order of an erasure: those that know how to reach somebody last, so that
 * the mail that says goodbye still finds its address.
 */
export const personModules: Readonly<Record<string, PersonData>> = {
  consultation,
  twins,
  casework,
  attachments,
  messaging,
  translations,
  leads,
  exchange,
  deals,
  aftercare,
  outcomes,
  companions,
  webhooks,
  offers,
  content,
  support,
  leaving,
  notifications,
  identity,
  'clinic-onboarding': clinicOnboarding,
};

/** Those that the mail that says goodbye needs. */
export const reachingModules: readonly string[] = [
  'notifications',
  'identity',
  'clinic-onboarding',
];
