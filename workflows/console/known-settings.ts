import { careWindows } from '#modules/aftercare';
import { documentRequirements, reviewWindows } from '#modules/clinic-onboarding';
import { dealWindows } from '#modules/deals';
import {
  codeBudgets,
  recycledNumberAfter,
  sendRisk,
  sessionLifetimes,
  smsPolicy,
  staffProviderSwitch,
  staffTryBudgets,
} from '#modules/identity';
import { leadBudgets, leadWindows, offerCap } from '#modules/leads';
import { translationBudgets } from '#modules/translations';
import { textBudgets } from '#modules/notifications';
import { bankRates, offerBudgets, offerValidity, staffRates } from '#modules/offers';
import { outcomeWindows } from '#modules/outcomes';
import { supportHours, ticketBudgets, ticketWindows } from '#modules/support';
import type { Setting } from '#platform/settings/settings';
import { teamCalendar } from '#platform/settings/team-calendar';

/** A setting as the console shows it. */
export interface KnownSetting {
  readonly definition: Setting;
  /** Lengths of sessions and the like are shown, and changed by a deploy only. */
  readonly readOnly?: true;
}

/** Every setting of the product, by key. */
export const knownSettings: ReadonlyMap<string, KnownSetting> = new Map(
  [
    { definition: leadWindows },
    { definition: leadBudgets },
    { definition: offerCap },
    { definition: offerValidity },
    { definition: offerBudgets },
    { definition: staffRates },
    { definition: dealWindows },
    { definition: careWindows },
    { definition: outcomeWindows },
    { definition: reviewWindows },
    { definition: documentRequirements },
    { definition: teamCalendar },
    { definition: ticketWindows },
    { definition: supportHours },
    { definition: ticketBudgets },
    { definition: smsPolicy },
    { definition: codeBudgets },
    { definition: textBudgets },
    { definition: translationBudgets },
    { definition: sendRisk },
    { definition: staffTryBudgets },
    { definition: staffProviderSwitch },
    // Fetched, never typed.
    { definition: bankRates, readOnly: true as const },
    { definition: sessionLifetimes, readOnly: true as const },
    { definition: recycledNumberAfter, readOnly: true as const },
  ].map((known) => [known.definition.key, known as KnownSetting]),
);
