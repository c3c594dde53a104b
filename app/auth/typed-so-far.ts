import { useEffect, useState } from 'react';

const plainField = (id: string): HTMLInputElement | null => {
  const field = document.getElementById(id);
  // The boxes of an earlier code are not what somebody has typed for this one.
  const isPlain = field instanceof HTMLInputElement && !('inputOtp' in field.dataset);
  return isPlain ? field : null;
};

/**
 * What somebody typed into a plain field before the script that replaces it was there; the focus moves
 * along. Read during the first render, while the plain field still stands.
 */
export function useTypedSoFar(id: string): string {
  const [before] = useState(() => {
    const field = plainField(id);
    return {
      typed: field?.value ?? '',
      focused: field !== null && document.activeElement === field,
    };
  });
  useEffect(() => {
    if (before.focused) plainField(id)?.focus();
  }, [before, id]);
  return before.typed;
}
