import { repairGiven } from '#modules/aftercare';
import { sweepCases } from '#modules/casework';
import { watchScans } from '#modules/clinic-onboarding';
import { repairReputation } from '#modules/deals';
import { sweepArchives } from '#modules/leaving';
import { fetchRates } from '#modules/offers';
import { repairTallies } from '#modules/outcomes';
import { removeLostBrowsers, switchOffFailing } from '#modules/webhooks';
import { system } from '#platform/base/actor';
import { createContext, type Services } from '#platform/context';
import { hours, minutes, type Duration } from '#platform/base/duration';
import { forgetEnded, sweepTimers, forgetOldEvents } from '#engine/operations';
import { newId } from '#platform/base/ids';
import { announceMatches } from '../exchange/announce-matches';
import { repairExchange, repairLatest } from '../exchange/repair-exchange';
import { registry } from '../registry';

/**
 * Repair that runs in the worker when it starts and then regularly, also while the queue stands still. Idempotent, and safe
 * from two workers at once. What only removes what is over is a scheduled job (`retention/forget-jobs.ts`).
 */
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
    name: 'live.forget-old',
    every: hours(1),
    run: (services) =>
      forgetOldEvents(createContext(services, system('live.forget-old'), { requestId: newId() })),
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
    name: 'casework.sweep',
    every: minutes(1),
    run: (services) =>
      sweepCases(createContext(services, system('casework.sweep'), { requestId: newId() })),
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
    name: 'exchange.mend',
    every: hours(6),
    run: (services) =>
      repairExchange(createContext(services, system('exchange.mend'), { requestId: newId() })),
  },
  {
    name: 'exchange.mend-latest',
    every: minutes(5),
    run: (services) =>
      repairLatest(createContext(services, system('exchange.mend-latest'), { requestId: newId() })),
  },
  {
    name: 'deals.mend-reputation',
    every: hours(6),
    run: (services) =>
      repairReputation(
        createContext(services, system('deals.mend-reputation'), { requestId: newId() }),
      ),
  },
  {
    name: 'aftercare.repair-given',
    every: hours(6),
    run: (services) =>
      repairGiven(
        createContext(services, system('aftercare.repair-given'), { requestId: newId() }),
      ),
  },
  {
    name: 'outcomes.repair-tallies',
    every: hours(6),
    run: (services) =>
      repairTallies(
        createContext(services, system('outcomes.repair-tallies'), { requestId: newId() }),
      ),
  },
  {
    name: 'webhooks.switch-off',
    every: minutes(1),
    run: (services) =>
      switchOffFailing(
        createContext(services, system('webhooks.switch-off'), { requestId: newId() }),
      ),
  },
  {
    name: 'push.remove-lost',
    every: minutes(1),
    run: (services) =>
      removeLostBrowsers(
        createContext(services, system('push.remove-lost'), { requestId: newId() }),
      ),
  },
  {
    // The bank states one table a working day, in the afternoon.
    name: 'offers.fetch-rates',
    every: hours(4),
    run: (services) =>
      fetchRates(createContext(services, system('offers.fetch-rates'), { requestId: newId() })),
  },
];
