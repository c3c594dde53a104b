import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { layered, type Locale } from '#platform/base/locale';

const folder = path.resolve(import.meta.dirname, '../../languages');

function textsIn(locale: Locale, areas: readonly string[]): Record<string, string> {
  const files = areas.map((area) => path.join(folder, locale, 'messages', `${area}.json`));
  const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  return Object.assign({}, ...texts.map((text) => JSON.parse(text) as object)) as Record<
    string,
    string
  >;
}

/**
 * The texts of some areas (`languages/<code>/messages/<area>.json`) in a language, for scripts: as `textIn` of the product, which
 * only its build can read.
 */
export function textOf(
  locale: Locale,
  areas: readonly string[],
): (key: string, values?: Record<string, unknown>) => string {
  const texts = layered(locale, (one) => textsIn(one, areas));
  const i18n = setupI18n({ locale, messages: { [locale]: texts } });
  i18n.setMessagesCompiler(compileMessage);
  return (key, values) => i18n._(key, values);
}
