import { expect, it } from 'vitest';
import { machineDiagram } from '#engine/testing';
import { registry } from '../../workflows/registry';
import { hasText, text } from '../text';
import { machineKey, stateName } from './words';

it.each(registry.flows.map(({ name, machine }) => [name, machine] as const))(
  'every state of %s has a name for people, and so has the machine',
  (machine, definition) => {
    expect(machineKey(machine)).not.toBeNull();
    const states = machineDiagram(definition).states.map(({ id }) => id);
    expect(states.length).toBeGreaterThan(2);
    const without = states.filter((id) => !hasText(`console.workflows.state_of.${machine}.${id}`));
    expect(without).toEqual([]);
  },
);

it('names what holds at once, and leaves what is newer than this build as it is', () => {
  expect(stateName(text, { machine: 'leads.lead', state: 'pending.held x.y' })).toBe(
    'Held for a person, x.y',
  );
});
