import { z } from 'zod';
import { cleanText } from '#platform/text/text';

const line = (min: number, max: number) =>
  z
    .string()
    .transform(cleanText)
    .pipe(z.string().min(min, 'error.text_too_short').max(max, 'error.text_too_long'));

/** Why a decision was made, as the person concerned reads it. */
export const decisionReason = line(1, 1_000);

/** Why somebody wants to see what is not theirs to see every day. */
export const accessReason = line(10, 500);

/** What staff write to somebody. */
export const messageText = line(1, 1_000);
