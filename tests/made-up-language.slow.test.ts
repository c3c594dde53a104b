import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeUpCode, makeMadeUpProduct, type MadeUpProduct } from './kit/made-up-language';
import { madeUpPage, madeUpText } from './kit/made-up-words';

/** What holds of each language: its texts, its pages as they are rendered, what is said outside of them. */
const held = [
  'tests/messages.test.ts',
  'tests/content.test.ts',
  'tests/architecture/push-news.test.ts',
  'tests/routes/languages.test.ts',
  'tests/routes/offered-languages.test.ts',
  'tests/routes/one-language.slow.test.ts',
  'workflows/conversations/phrases.test.ts',
  'workflows/notifications/render-mail.test.ts',
  'workflows/notifications/spoken.test.ts',
];

let product: MadeUpProduct;
beforeAll(() => {
  product = makeMadeUpProduct();
});
afterAll(() => product?.remove());

/** What the run around this one has set for its own processes stays there. */
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^(VITEST|NODE_OPTIONS$|TEST$)/.test(name))
      .map((name) => [name, undefined]),
  ),
  ...{ TEST_TIER: 'all', TEST_LANGUAGE: madeUpCode, NO_COLOR: '1' },
};

/** Runs those tests in the copy, in the made-up language where they look at one at a time. */
async function testsOf({ root }: MadeUpProduct): Promise<{ code: number | null; output: string }> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  // Loading the product anew beside the run around it takes its time.
  const patience = ['--hookTimeout=300000', '--testTimeout=300000'];
  const args = ['--maxWorkers=1', '--reporter=dot', '--project=shared process', ...patience];
  const child = spawn(process.execPath, [vitest, 'run', ...args, ...held], { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

describe('a made-up language', () => {
  it('has every page, mail and message: all that is held of a language holds', async () => {
    const { code, output } = await testsOf(product);
    expect(code, output.slice(-8000)).toBe(0);
    expect(output).toMatch(new RegExp(`Test Files\\s+${held.length} passed`));
  }, 900_000);
});

describe('made-up words', () => {
  it.each([
    ['Hello {name}, see <page>the page</page>', 'Ȟéĺĺó {name}, śéé <page>ťȟé ṕáǵé</page>'],
    [
      '{n, plural, =0 {none} one {# day} other {# days of {all}}}.',
      '{n, plural, =0 {ńóńé} one {# ďáý} other {# ďáýś óḟ {all}}}.',
    ],
    ['{k, select, x {a {b}} other {}} c', '{k, select, x {á {b}} other {}} ć'],
    ['At https://a.example/b or a@b.example', 'Áť https://a.example/b óŕ a@b.example'],
  ])('keep what a program reads of %j', (text, made) => expect(madeUpText(text)).toBe(made));

  it('keep the blocks, the links and the sources of a page', () => {
    const page =
      '---\ntitle: One\ndate: 2026-11-22\n---\n\n## Two\n\n- **three** [four](/faq)\n- Five (https://a.example/b_(c))\n';
    expect(madeUpPage(page)).toBe(
      '---\ntitle: Óńé\ndate: 2026-11-22\n---\n\n## Ťẃó\n\n- **ťȟŕéé** [ḟóúŕ](/faq)\n- Ḟíṽé (https://a.example/b_(c))\n',
    );
  });
});
