import { describe, expect, it } from 'vitest';
import { assign, emit, fromPromise, raise, sendTo, setup, type AnyStateMachine } from 'xstate';
import { z } from 'zod';
import { defineEvents } from '../events/declare';
import { fingerprintOf } from './testing/fingerprint';
import { defineMachine } from './define-flow';
import { lintFlow } from './testing/lint-flow';
import { parcelFlow } from './sample/parcel.flow';
import { parcelFlowV2 } from './sample/parcel-v2';
import type { AnyFlow } from './types';

const around = (machine: AnyStateMachine) =>
  lintFlow({ ...parcelFlow, machine, effects: { 'sample.known': z.object({}) }, events: {} });

const with_ = (entry: unknown) =>
  around(
    setup({
      actions: {
        'sample.known': () => undefined,
        'sample.unknown': () => undefined,
        note: assign({}),
      },
      actors: { wait: fromPromise(async () => undefined) },
    }).createMachine({ id: 'm', initial: 'a', states: { a: { entry: entry as never } } }),
  );

describe('what a durable machine may not hold', () => {
  it('passes the sample', () => expect(lintFlow(parcelFlow)).toEqual([]));

  it.each([
    ['an effect', { type: 'sample.known' }, undefined],
    ['an assign, named', { type: 'note' }, undefined],
    ['an effect by its bare name', 'sample.known', undefined],
    ['an unknown bare name', 'sample.unknown', 'not an effect'],
    ['an assign, inline', assign({}), undefined],
    ['a raise', raise({ type: 'x' } as never), undefined],
    ['a delayed raise with an id', raise({ type: 'x' } as never, { delay: 5, id: 'x' }), undefined],
    [
      'a delayed raise without id',
      raise({ type: 'x' } as never, { delay: 5 }),
      'raises with a delay',
    ],
    ['an anonymous action', () => undefined, 'anonymous action'],
    ['an unknown effect', { type: 'sample.unknown' }, 'not an effect'],
    ['a message to an actor', sendTo('other', { type: 'x' }), 'sendTo'],
    ['an unknown event', emit({ type: 'sample.odd' }), 'no schema'],
  ])('%s', (_what, entry, fault) => {
    const faults = with_(entry);
    if (fault) expect(faults.join()).toContain(fault);
    else expect(faults).toEqual([]);
  });

  it('refuses invoke, nameless delays, nameless guards and undotted words', () => {
    const machine = setup({ actors: { wait: fromPromise(async () => undefined) } }).createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: {
          invoke: { src: 'wait' },
          after: { 500: 'b' },
          on: { go: { target: 'b', guard: () => true } },
        },
        b: {},
      },
    });
    const faults = around(machine).join('\n');
    for (const word of ['invokes', 'without a name', 'anonymous guard'])
      expect(faults).toContain(word);
    expect(lintFlow({ ...parcelFlow, name: 'Parcel' })).toEqual(['Parcel is not a dotted word']);
    expect(lintFlow({ ...parcelFlow, version: 2 })).toEqual(['there is no migration to version 2']);
  });

  it('refuses to write another version than the one before', () => {
    const between = { ...parcelFlowV2, writes: parcelFlow };
    expect(lintFlow(between)).toEqual([]);
    const fault = 'it may write its own version or sample.parcel at version 1, nothing else';
    expect(lintFlow({ ...between, writes: parcelFlowV2 })).toEqual([fault]);
    expect(lintFlow({ ...between, writes: { ...parcelFlow, name: 'sample.letter' } })).toEqual([
      fault,
    ]);
    expect(lintFlow({ ...between, writes: { ...parcelFlow, effects: {} } })).not.toEqual([]);
  });
});

it('takes events of a machine from declarations only, each under its own word', () => {
  const declared = parcelFlow.events['sample.shipped'];
  const alike = { type: declared.type, fields: declared.fields };
  const faultsOf = (events: object) => lintFlow({ ...parcelFlow, events } as AnyFlow);
  expect(faultsOf({ 'sample.shipped': alike })).toEqual(['sample.shipped is not a declared event']);
  expect(faultsOf({ 'sample.sent': declared })).toEqual(['sample.sent is not a declared event']);
  // @ts-expect-error the machine emits sample.shipped
  expect(defineMachine({ ...parcelFlow, events: {} }).events).toEqual({});
  // @ts-expect-error nobody declared it
  const undeclared = defineMachine({ ...parcelFlow, events: { 'sample.shipped': alike } });
  expect(lintFlow(undeclared)).toHaveLength(1);
});

describe('the fingerprint', () => {
  const same = (flow: Partial<AnyFlow>) =>
    fingerprintOf({ ...parcelFlow, ...flow }) === fingerprintOf(parcelFlow);
  const { machine, context, events } = parcelFlow;

  it('changes with the machine and not with what its names stand for', () => {
    expect(same({ machine: machine.provide({ delays: { packWindow: 7 } } as never) })).toBe(true);
    expect(same({ machine: setup({}).createMachine({ id: 'sample.parcel' }) })).toBe(false);
  });

  it('changes with what is stored beside the states, not with the order in which it is written', () => {
    const shape = { ...(context as unknown as z.ZodObject).shape };
    const reversed = Object.fromEntries(Object.entries(shape).reverse());
    expect(same({ context: z.strictObject(reversed) })).toBe(true);
    expect(same({ context: z.strictObject({ ...shape, colour: z.string() }) })).toBe(false);
    expect(same({ context: z.strictObject({ ...shape, weight: z.number() }) })).toBe(false);
    expect(same({ events: {} })).toBe(false);
    const shipped = z.strictObject({ parcelId: z.uuid(), grams: z.string() });
    expect(same({ events: { ...events, ...defineEvents('sample', { shipped }) } })).toBe(false);
  });
});
