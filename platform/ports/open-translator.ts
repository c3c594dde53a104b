import type { Env } from '../config/env';
import type { Translator } from './translator';
import { deepL, deepLOrigin } from './translator/deepl.server';
import { demoTranslator } from './translator/demo.server';
import { libreTranslate } from './translator/libretranslate.server';

/** The translator that the settings name; of a demo that names none its list of sentences; else null. */
export function openTranslator(env: Env): Translator | null {
  const { TRANSLATOR, TRANSLATOR_URL: url, TRANSLATOR_KEY: key } = env;
  switch (TRANSLATOR) {
    case 'libretranslate':
      return libreTranslate({ url: url!, key });
    case 'deepl':
      return deepL({ key: key!, url });
    case undefined:
      return env.mode === 'demo' ? demoTranslator() : null;
  }
}

/** Where the translator of these settings is; null where nothing is dialled for it. */
export function translatorOrigin({ TRANSLATOR, TRANSLATOR_URL: url, TRANSLATOR_KEY: key }: Env) {
  if (!TRANSLATOR) return null;
  return TRANSLATOR === 'deepl' ? deepLOrigin({ key: key!, url }) : url!;
}
