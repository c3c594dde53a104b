import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import type { Values } from './setup';

export type Text = (key: string, values?: Values) => string;

/** The text of a key in the language of the page; `tests/messages.test.ts` fails on a key without a text. */
export function useText(): Text {
  const { i18n } = useLingui();
  return useCallback((key, values) => i18n._(key, values), [i18n]);
}
