import { forgetDrafts, watchScans } from '#modules/clinic-onboarding';
import { mendReputation } from '#modules/deals';
import { sweepArchives } from '#modules/leaving';
import { forgetTyped } from '#modules/messaging';
import { forgetOld } from '#modules/identity';
import { forgetOldNotifications } from '#modules/notifications';
import { forgetOfferDrafts } from '#modules/offers';
import { system } from '#platform/actor';
import { createContext, type Services } from '#platform/context';
import { hours, minutes, type Duration } from '#platform/duration';
import { forgetEnded, sweepTimers } from '#platform/flow';
import { forgetIdempotencyKeys } from '#platform/idempotency';
import { newId } from '#platform/ids';
import { forgetOldEvents } from '#platform/live';
import { announceMatches } from '../exchange/announce-matches';
import { mendExchange, mendLatest } from '../exchange/mend-exchange';
import { removeClosedCopies } from '../retention/remove-closed-copies';
import { registry } from '../registry';
import { forgetClosedRequests } from '../retention/forget-closed-requests';
import { forgetOldTickets } from '../retention/forget-old-tickets';

/** Repair that runs in the worker when it starts and then regularly. Idempotent, and safe from two workers at once. */
export interface Sweep {
  readonly name: string;
  readonly every: Duration;
  readonly run: (services: Services) => Promise<unknown>;
}

export const sweeps: readonly Sweep[] = [
  {
    name: 'flow.sweep-timers',
    every: minutes(1),
    run: (services) => sweepTimers(services, registry.flows),
  },
  {
    name: 'flow.forget-ended',
    every: hours(1),
    run: (services) => forgetEnded(services, registry.flows),
  },
  {
    name: 'identity.forget-old',
    every: hours(1),
    run: (services) =>
      forgetOld(createContext(services, system('identity.forget-old'), { requestId: newId() })),
  },
  {
    name: 'clinic-onboarding.forget-drafts',
    every: hours(1),
    run: (services) =>
      forgetDrafts(
        createContext(services, system('clinic-onboarding.forget-drafts'), { requestId: newId() }),
      ),
  },
  {
    name: 'notifications.forget-old',
    every: hours(1),
    run: (services) =>
      forgetOldNotifications(
        createContext(services, system('notifications.forget-old'), { requestId: newId() }),
      ),
  },
  {
    name: 'live.forget-old',
    every: hours(1),
    run: (services) =>
      forgetOldEvents(createContext(services, system('live.forget-old'), { requestId: newId() })),
  },
  {
    name: 'platform.forget-idempotency-keys',
    every: hours(1),
    run: (services) =>
      forgetIdempotencyKeys(
        createContext(services, system('platform.forget-idempotency-keys'), { requestId: newId() }),
      ),
  },
  {
    name: 'clinic-onboarding.watch-scans',
    every: minutes(5),
    run: (services) =>
      watchScans(
        createContext(services, system('clinic-onboarding.watch-scans'), { requestId: newId() }),
      ),
  },
  {
    name: 'offers.forget-drafts',
    every: hours(1),
    run: (services) =>
      forgetOfferDrafts(
        createContext(services, system('offers.forget-drafts'), { requestId: newId() }),
      ),
  },
  {
    name: 'leaving.sweep-archives',
    every: hours(1),
    run: (services) =>
      sweepArchives(
        createContext(services, system('leaving.sweep-archives'), { requestId: newId() }),
      ),
  },
  {
    name: 'exchange.announce-matches',
    every: minutes(5),
    run: (services) =>
      announceMatches(
        createContext(services, system('exchange.announce-matches'), { requestId: newId() }),
      ),
  },
  {
    name: 'messaging.forget-typed',
    every: hours(1),
    run: (services) =>
      forgetTyped(
        createContext(services, system('messaging.forget-typed'), { requestId: newId() }),
      ),
  },
  {
    name: 'consultation.remove-closed-copies',
    every: hours(1),
    run: (services) =>
      removeClosedCopies(
        createContext(services, system('consultation.remove-closed-copies'), {
          requestId: newId(),
        }),
      ),
  },
  {
    name: 'leads.forget-closed',
    every: hours(6),
    run: (services) =>
      forgetClosedRequests(
        createContext(services, system('leads.forget-closed'), { requestId: newId() }),
      ),
  },
  {
    name: 'support.forget-tickets',
    every: hours(1),
    run: (services) =>
      forgetOldTickets(
        createContext(services, system('support.forget-tickets'), { requestId: newId() }),
      ),
  },
  {
    name: 'exchange.mend',
    every: hours(6),
    run: (services) =>
      mendExchange(createContext(services, system('exchange.mend'), { requestId: newId() })),
  },
  {
    name: 'exchange.mend-latest',
    every: minutes(5),
    run: (services) =>
      mendLatest(createContext(services, system('exchange.mend-latest'), { requestId: newId() })),
  },
  {
    name: 'deals.mend-reputation',
    every: hours(6),
    run: (services) =>
      mendReputation(
        createContext(services, system('deals.mend-reputation'), { requestId: newId() }),
      ),
  },
];
