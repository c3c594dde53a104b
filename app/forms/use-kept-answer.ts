import { useActionData } from '@remix-run/react';
import { useState } from 'react';

/**
 * What a page's action answered last, of which `pick` says whether it is meant. A page that loads anew, since something it shows
 * has changed, forgets the answer to its form; what is shown once has to outlive that.
 */
export function useKeptAnswer<T extends object | string>(
  pick: (answer: unknown) => T | undefined,
): T | undefined {
  const answered = pick(useActionData());
  const [kept, setKept] = useState(answered);
  if (answered !== undefined && answered !== kept) setKept(answered);
  return answered ?? kept;
}
