import { formatsIn, type Formats } from './formats';
import { useLocale } from './use-text';

export type { Formats };

/** How dates, money and lists are written in the language of the page. */
export const useFormats = (): Formats => formatsIn(useLocale());
