import { useState } from 'react';
import { useText } from '#app/i18n/use-text';
import type { PasskeyFault } from '#app/auth/passkey-browser';

/** One thing done with a passkey: whether it is under way, and in words why it did not work. */
export function usePasskey(whenRefused: string) {
  const t = useText();
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<PasskeyFault | null>(null);
  const run = async (work: () => Promise<PasskeyFault | null>): Promise<boolean> => {
    setPending(true);
    setFault(null);
    const failed = await work();
    setPending(false);
    setFault(failed);
    return failed === null;
  };
  const wordsOf = ({ code, message }: PasskeyFault): string => {
    if (code === 'network') return t('error.network');
    if (code === 'not_shown') return t('security.passkeys.not_shown');
    if (code === 'invalid_credentials') return t(whenRefused);
    return message ?? t('error.internal_error');
  };
  return { run, pending, code: fault?.code, words: fault && wordsOf(fault) };
}
