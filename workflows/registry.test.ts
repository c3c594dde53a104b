import { describe, expect, it } from 'vitest';
import { type Registry, eventsQueue, timerQueue } from '#engine/operations';
import { deadLetterQueue } from '#engine/testing';
import { registry } from './registry';
import { sweeps } from './sweeps/index';

/** Every name by which the database, the log or staff know something that runs. */
const namesOf = ({ flows, jobs, subscriptions }: Registry): string[] => [
  deadLetterQueue,
  eventsQueue,
  timerQueue,
  ...flows.map(({ name }) => name),
  ...jobs.map(({ definition }) => definition.name),
  ...subscriptions.map(({ name }) => name),
  ...sweeps.map(({ name }) => name),
];
const twice = (names: readonly string[]): string[] =>
  names.filter((name, n) => names.indexOf(name) !== n);

describe('the registry', () => {
  it('has no name twice', () => {
    expect(twice(namesOf(registry))).toEqual([]);
    expect(twice(registry.schedules.map(({ job }) => job))).toEqual([]);
    const [first] = registry.subscriptions;
    const doubled = { ...registry, subscriptions: [first!, ...registry.subscriptions] };
    expect(twice(namesOf(doubled))).toEqual([first!.name]);
  });

  it('has a job for each schedule and each effect', () => {
    const jobs = new Set(registry.jobs.map(({ definition }) => definition.name));
    const wished = [
      ...registry.schedules.map(({ job }) => job),
      ...registry.flows.flatMap(({ effects }) => Object.keys(effects ?? {})),
    ];
    expect(wished.filter((name) => !jobs.has(name))).toEqual([]);
  });

  it('goes on with nothing that it has retired', () => {
    const { retired = [], schedules } = registry;
    expect(twice(retired)).toEqual([]);
    expect(schedules.filter(({ job }) => retired.includes(job))).toEqual([]);
  });
});
