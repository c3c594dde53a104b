import { useEffect, useState } from 'react';

/**
 * Whether the field with this id may be replaced by its richer form: once there is a script, and not while
 * somebody is in it, because a caret in the middle of a number does not survive the exchange.
 */
export function useEnhanced(id: string): boolean {
  const [enhanced, setEnhanced] = useState(false);
  useEffect(() => {
    const field = document.getElementById(id);
    const enhance = () => setEnhanced(true);
    if (!field || document.activeElement !== field) return enhance();
    field.addEventListener('blur', enhance, { once: true });
    return () => field.removeEventListener('blur', enhance);
  }, [id]);
  return enhanced;
}
