import type { z } from 'zod';

/** For what a schema has no words of its own for; the library's are for developers. Keys of messages. */
export const plainWords: z.core.$ZodErrorMap = ({ code, input }) => {
  if (code === 'unrecognized_keys') return 'error.unknown_field';
  return input === undefined ? 'error.missing_value' : 'error.invalid_value';
};
