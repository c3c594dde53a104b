import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { DeclaredEvent } from '#engine/contract';
import { sweeps } from '../../workflows/sweeps/index';
import { mails, pages } from '../../workflows/reactions/index';
import { registry } from '../../workflows/registry';
import { routeFiles } from '../spec/route-files';
import { eventsDocument } from './event-pages';

/** Every event that a contract declares. */
const declared = Object.values(
  import.meta.glob<Record<string, unknown>>('../../modules/*/contract.ts', { eager: true }),
)
  .flatMap((contract) => Object.values(contract))
  .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  .filter((value) => DeclaredEvent.is(value))
  .map(({ type }) => type);

const types = pages.map(({ event }) => event.type);

describe('the pages of events', () => {
  it('are one for each event that is declared', () => {
    expect(declared.length).toBeGreaterThan(70);
    expect([...types].sort()).toEqual([...new Set(declared)].sort());
  });

  it('name as causes what is there: calls, timers, jobs, sweeps, events, addresses', () => {
    const timers = registry.flows.flatMap(({ name, machine }) =>
      Object.keys(machine.implementations.delays as object).map(
        (delay) => `${name.split('.')[0]!}.${delay}`,
      ),
    );
    const known = new Set([
      ...calls.map(({ id }) => id),
      ...timers,
      ...registry.jobs.map(({ definition }) => definition.name),
      ...sweeps.map(({ name }) => name),
      ...types,
      ...routeFiles().keys(),
    ]);
    const unknown = pages.flatMap(({ event, causedBy }) =>
      causedBy.filter((name) => !known.has(name)).map((name) => `${event.type}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('say when, as a sentence', () => {
    for (const { event, when } of pages) expect(when, event.type).toMatch(/^[A-Z].{10,120}\.$/);
  });

  it('have steps only for events of machines: others have no transaction that runs them', () => {
    const emitted = new Set(registry.flows.flatMap(({ events }) => Object.keys(events)));
    expect(
      pages.filter(({ event, steps }) => steps.length > 0 && !emitted.has(event.type)),
    ).toEqual([]);
  });

  it('use each name once: none hides another', () => {
    const names = pages.flatMap(({ steps, jobs, notifications }) =>
      [...steps, ...jobs, ...notifications].map(({ name }) => name),
    );
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
    expect(Object.keys(mails)).toHaveLength(
      pages.reduce((sum, { notify }) => sum + Object.keys(notify).length, 0),
    );
  });

  it('are what docs/events.md says', async () => {
    const file = 'docs/events.md';
    const document = await format(eventsDocument(), { parser: 'markdown', printWidth: 140 });
    if (process.env.EVENTS === 'write') writeFileSync(file, document);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(document);
  });
});
