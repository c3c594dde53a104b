import { Trans } from '@lingui/react';
import type { ReactElement } from 'react';
import type { Values } from '#languages/values.ts';

interface RichProps {
  id: string;
  values?: Values;
  /** Elements for the tags of the text: `<terms>Terms</terms>` takes `components.terms`. */
  components: Record<string, ReactElement>;
}

/** A text with elements in it, such as a link inside a sentence. */
export function Rich({ id, values, components }: RichProps) {
  return <Trans id={id} values={values} components={components} />;
}
