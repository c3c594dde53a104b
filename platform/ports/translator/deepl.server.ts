import { z } from 'zod';
import type { Locale } from '../../base/locale';
import type { Translator } from '../translator';
import { askProvider, languageTag } from './ask.server';

interface DeepLOptions {
  readonly key: string;
  /** In place of DeepL's own servers. */
  readonly url?: string;
}

/** Where this key is taken: keys of the free contract end in `:fx` and have a server of their own. */
export const deepLOrigin = ({ key, url }: DeepLOptions): string =>
  url ?? (key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com');

/** DeepL writes no English but a country's. */
const targetOf = (locale: Locale): string => (locale === 'en' ? 'EN-GB' : locale.toUpperCase());

const schema = z.object({
  translations: z.tuple([
    z.object({ text: z.string(), detected_source_language: z.string().optional() }),
  ]),
});

/** DeepL's API. */
export const deepL = (options: DeepLOptions): Translator => ({
  name: 'deepl',
  async translate(text, to) {
    const { translations } = await askProvider({
      url: `${deepLOrigin(options).replace(/\/+$/, '')}/v2/translate`,
      headers: { Authorization: `DeepL-Auth-Key ${options.key}` },
      body: { text: [text], target_lang: targetOf(to) },
      schema,
    });
    const [{ text: translated, detected_source_language: from }] = translations;
    return { text: translated, from: languageTag(from) };
  },
});
