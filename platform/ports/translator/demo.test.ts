import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { spokenIn, spokenKeys } from '#languages/words.server.ts';
import { everyLocale } from '../../base/locale';
import { maskText } from '../../masking/mask';
import { demoTranslator } from './demo.server';

const translator = demoTranslator();

it('knows each ready-made sentence in each language', async () => {
  for (const key of spokenKeys('phrases.say.'))
    for (const from of everyLocale)
      for (const to of everyLocale)
        expect(await translator.translate(spokenIn(from)(key), to)).toEqual({
          text: spokenIn(to)(key),
          from,
        });
});

it('knows texts of several sentences, and of several lines', async () => {
  const text = `${spokenIn('en')('phrases.say.flexible')}\n\n${spokenIn('en')('phrases.demo.penicillin')}`;
  expect(await translator.translate(text, 'tr')).toEqual({
    text: `${spokenIn('tr')('phrases.say.flexible')} ${spokenIn('tr')('phrases.demo.penicillin')}`,
    from: 'en',
  });
});

it('says so where it does not know one of them', async () => {
  for (const text of ['', 'Hello?', 'My dates are flexible. Are yours?'])
    await expect(translator.translate(text, 'tr')).rejects.toMatchObject({ reason: 'unknown' });
});

/** Two that are there to be reported and masked. */
const unknown = 2;

it('knows what people of the demo write to each other, as it is masked', async () => {
  const stories = globSync('migrations/seed/stories/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const written = stories.flatMap((story) =>
    [...story.matchAll(/does: 'write'[^}]*\},\s*text: '([^']+)'/g)].map(([, text]) => text!),
  );
  expect(written.length).toBeGreaterThan(10);
  const results = await Promise.allSettled(
    written.map((text) => translator.translate(maskText(text).text, 'tr')),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(unknown);
});

it('knows the words of the offers that a newcomer compares first', async () => {
  const story = readFileSync('migrations/seed/stories/sarahs-choice.ts', 'utf8');
  const words = /(?:message:|availability:|\{ text:)\s+'([^']+)'/g;
  const written = [...story.matchAll(words)].map(([, text]) => text!);
  expect(written.length).toBeGreaterThan(7);
  for (const text of written)
    expect((await translator.translate(maskText(text).text, 'ar')).text, text).toMatch(
      /[\u0600-\u06ff]/,
    );
});
