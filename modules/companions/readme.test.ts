import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { machineDiagram } from '../../tests/kit/machine-diagram';
import { shareMachine } from './share.machine';

const file = path.join(import.meta.dirname, 'README.md');
const place = /(<!-- machine -->\n)[\s\S]*?(<!-- \/machine -->)/;

/** `vitest run modules/companions/readme -u` draws it anew. */
it('shows the machine as it is', async () => {
  const diagram = `\n\`\`\`mermaid\n${machineDiagram(shareMachine)}\n\`\`\`\n\n`;
  const readme = readFileSync(file, 'utf8');
  expect(readme).toMatch(place);
  const drawn = readme.replace(place, (_, open: string, close: string) => open + diagram + close);
  await expect(drawn).toMatchFileSnapshot(file);
});
