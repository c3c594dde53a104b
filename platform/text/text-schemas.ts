import { z } from 'zod';
import { cleanText, hasMarkRun, isVisible, marksRefused, normalized } from './text';

/* Schemas stand apart from the functions of `./text`: pages use those, and no browser loads zod. */

const fewMarks = z.string().refine((text) => !hasMarkRun(text), marksRefused);

/** Free text over several lines, at most `max` characters after cleaning. Empty is allowed. */
export const multilineText = (max: number, tooLong?: string) =>
  fewMarks.transform(cleanText).pipe(z.string().max(max, tooLong));

// Direction overrides could make one name read as another; a line break could end a header of a mail.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

interface LineWords {
  /** Characters after trimming. */
  readonly max: number;
  /** Message keys. */
  readonly missing: string;
  readonly tooLong: string;
  readonly unfit: string;
}

/** One line of text that must show something: NFC, trimmed; control characters are refused, not removed. */
export const lineText = ({ max, missing, tooLong, unfit }: LineWords) =>
  z
    .string(missing)
    .refine((text) => !hasMarkRun(text), marksRefused)
    .transform((text) => normalized(text, 'NFC').trim())
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(max, tooLong)
        .refine((text) => !unprintable.test(text), unfit)
        .refine((text) => text === '' || isVisible(text), missing),
    );
