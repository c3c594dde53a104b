import { z } from 'zod';
import type { Translator } from '../translator';
import { askProvider, languageTag } from './ask.server';

interface LibreTranslateOptions {
  /** Of the server, without `/translate`. */
  readonly url: string;
  /** Servers of one's own may ask for none. */
  readonly key?: string;
}

const schema = z.object({
  translatedText: z.string(),
  detectedLanguage: z.object({ language: z.string() }).optional(),
});

/** A server of LibreTranslate. */
export const libreTranslate = ({ url, key }: LibreTranslateOptions): Translator => ({
  name: 'libretranslate',
  async translate(text, to) {
    const { translatedText, detectedLanguage } = await askProvider({
      url: `${url.replace(/\/+$/, '')}/translate`,
      body: { q: text, source: 'auto', target: to, format: 'text', api_key: key },
      schema,
    });
    return { text: translatedText, from: languageTag(detectedLanguage?.language) };
  },
});
