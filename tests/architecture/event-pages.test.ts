import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { publicEvents } from '#contracts/webhooks';
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

/** Of the account, the application and its help: of the clinic as a customer, not of its requests and deals. */
const unheard = /^(identity|clinic-onboarding|leaving|support|webhooks)\./;

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

  it('record for the endpoints of a clinic each event that it is notified of, but for some', () => {
    const notified = pages.filter(({ notify }) =>
      Object.values(notify).some(({ to }) => to.kinds.includes('clinic')),
    );
    const heard = new Set<string>(Object.values(publicEvents).map(({ of }) => of));
    const missing = notified.map(({ event }) => event.type).filter((type) => !heard.has(type));
    expect(missing.filter((type) => !unheard.test(type))).toEqual([]);
    // Of each there is one page, and its event names a clinic.
    for (const of of heard) {
      const page = pages.find(({ event }) => event.type === of);
      expect(page?.event.fields.shape, of).toHaveProperty('clinicId');
      expect(page?.steps.at(-1)?.name).toMatch(/^webhooks\.record-/);
    }
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
