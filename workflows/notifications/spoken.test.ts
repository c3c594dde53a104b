import { describe, expect, it } from 'vitest';
import { spokenIn } from '#languages/words.server.ts';
import { englishIn, textsOf } from '../../tests/kit/english-words';
import { translations } from '../../tests/kit/languages';

/** What is said outside of pages beside mails: under the bell, in text messages and codes, in conversations, by the site. */
const areas = ['notice.', 'text.', 'sms.', 'phrases.', 'site.'];
const keys = Object.keys(textsOf('en')).filter((key) => areas.some((area) => key.startsWith(area)));

/** A value for whatever a text asks for. */
const anything = new Proxy<Record<string, unknown>>({}, { get: () => '7' });

describe.each(translations)('in %s', (locale) => {
  it.each(areas)('what begins with %s is said in the words of its language', (area) => {
    const asked = keys.filter((key) => key.startsWith(area));
    expect(asked.length).toBeGreaterThan(1);
    for (const key of asked) {
      const said = spokenIn(locale)(key, anything);
      expect(said, key).not.toBe(key);
      expect(englishIn(said, locale), key).toEqual([]);
    }
  });
});
