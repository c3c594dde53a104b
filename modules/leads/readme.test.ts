import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { machineDiagram } from '../../tests/kit/machine-diagram';
import { askMachine } from './ask.machine';
import { leadMachine } from './lead.machine';

const file = path.join(import.meta.dirname, 'README.md');

/** `vitest run modules/leads/readme -u` draws them anew. */
it('shows the machines as they are', async () => {
  let drawn = readFileSync(file, 'utf8');
  for (const [name, machine] of [
    ['machine', leadMachine],
    ['ask', askMachine],
  ] as const) {
    const place = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    expect(drawn).toMatch(place);
    const diagram = `\n\`\`\`mermaid\n${machineDiagram(machine)}\n\`\`\`\n\n`;
    drawn = drawn.replace(place, (_, open: string, close: string) => open + diagram + close);
  }
  await expect(drawn).toMatchFileSnapshot(file);
});
