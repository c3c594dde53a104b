import { Trans, useLingui } from '@lingui/react';
import type { ReactElement } from 'react';
import { type Values, writtenIn } from './setup';

interface RichProps {
  id: string;
  values?: Values;
  /** Elements for the tags of the text: `<terms>Terms</terms>` takes `components.terms`. */
  components: Record<string, ReactElement>;
}

/** A text with elements in it, such as a link inside a sentence. */
export function Rich({ id, values, components }: RichProps) {
  const { i18n } = useLingui();
  return <Trans id={id} values={writtenIn(i18n, values)} components={components} />;
}
