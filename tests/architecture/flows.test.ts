import { describe, expect, it } from 'vitest';
import { lintFlow, walkFlow, parcelFlow } from '#engine/testing';
import { registry } from '../../workflows/registry';
import { flowSamples } from './flow-samples';

describe.each(registry.flows.map((flow) => [flow.name, flow] as const))('%s', (name, flow) => {
  it('holds nothing that cannot be made durable', () => expect(lintFlow(flow)).toEqual([]));

  it('survives each event and timer in each state it can reach', () => {
    const sample = flowSamples[name];
    expect(sample, `add ${name} to flow-samples.ts`).toBeDefined();
    const { faults, states } = walkFlow(flow, sample!);
    expect(faults).toEqual([]);
    expect(states.length).toBeGreaterThan(1);
  });
});

describe('every flow that belongs to a root', () => {
  it('names one of the registry that belongs to none', () => {
    const roots = registry.flows.filter(({ root }) => !root).map(({ name }) => name);
    const children = registry.flows.flatMap(({ root }) => root ?? []);
    expect(children.filter((root) => !roots.includes(root))).toEqual([]);
  });
});

describe('every step of an event', () => {
  const eventSteps = registry.eventSteps ?? [];

  it('hangs on an event that a machine of the registry emits, or only records what a command publishes', () => {
    expect(eventSteps.length).toBeGreaterThan(0);
    const emitted = new Set(registry.flows.flatMap(({ events }) => Object.keys(events)));
    const others = eventSteps.filter(({ on }) => !emitted.has(on)).map(({ name }) => name);
    // Whoever publishes holds no lock that another machine could count on.
    expect(others.filter((name) => !name.startsWith('webhooks.record-'))).toEqual([]);
  });

  it('has a name of its own', () => {
    const names = eventSteps.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('every job that an effect names', () => {
  it('is registered', () => {
    const jobs = new Set(registry.jobs.map(({ definition }) => definition.name));
    const effects = registry.flows.flatMap((flow) => Object.keys(flow.effects ?? {}));
    expect(effects.filter((effect) => !jobs.has(effect))).toEqual([]);
  });
});

describe('the walk', () => {
  const input = {
    parcelId: '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a',
    packWindow: 1,
    returnWindow: 1,
  };

  it('goes everywhere and reports what throws', () => {
    const { faults, states } = walkFlow(parcelFlow, {
      inputs: [input],
      events: { 'sample.weigh': [{ grams: 1 }] },
    });
    expect(states.sort()).toEqual(
      ['abandoned', 'kept', 'open', 'packed', 'returned', 'shipped'].map((state) => `"${state}"`),
    );
    expect(faults).toEqual(
      ['open', 'packed', 'shipped'].map((s) => `"${s}" × sample.break: broken on purpose`),
    );
  });

  it('reports a context, an effect and an event that do not fit', () => {
    const { faults } = walkFlow(
      { ...parcelFlow, effects: {}, events: {} },
      { inputs: [input], events: { 'sample.weigh': [{ grams: -1 }] } },
    );
    expect(faults.join()).toContain('"open" × sample.weigh: context');
    expect(faults.join()).toContain('"open" × sample.nudge: no effect sample.remind');
  });
});
