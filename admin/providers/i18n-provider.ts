import { defaultI18nProvider, type I18nProvider } from 'react-admin';
import { hasText, text, type Values } from '../text';

const prefix = 'console.';

/** Our words for the kit's, as `console.<its key>`; its own English where ours would say the same. */
export const i18nProvider: I18nProvider = {
  translate: (key, options: Values & { _?: string } = {}) =>
    hasText(prefix + key)
      ? text(prefix + key, counted(options))
      : defaultI18nProvider.translate(key, options),
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'en',
};

/** The kit counts in `smart_count`; ICU texts call it `count`. */
const counted = ({ smart_count: count, ...rest }: Values): Values =>
  count === undefined ? rest : { ...rest, count };
