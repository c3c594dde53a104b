import { createContext, useContext } from 'react';
import { Banner } from '../components/banner';
import { useText } from '#app/i18n/use-text';

/** What is wrong with a form as a whole, in the server's words. */
export const FormWords = ({ words }: { words: readonly string[] }) =>
  words.length > 0 ? (
    <Banner tone="danger" className="mb-6">
      {words.join(' ')}
    </Banner>
  ) : null;

/** What conform knows nothing of: no answer came. `fallback` is the text for failures without one of their own. */
export function FormFailure({ code, fallback }: { code: string | undefined; fallback?: string }) {
  const t = useText();
  const { network } = useAuthWords();
  const key = code && (code === 'network' ? network : fallback);
  return key ? (
    <Banner tone="danger" className="mb-6">
      {t(key)}
    </Banner>
  ) : null;
}

/** Texts that differ between the sign-in pages of patients and clinics; keys of messages. */
interface AuthWords {
  readonly network: string;
  readonly resendFailed: string;
}

export const AuthWordsContext = createContext<AuthWords>({
  network: 'error.network',
  resendFailed: 'auth.code.resend_failed',
});

export const useAuthWords = (): AuthWords => useContext(AuthWordsContext);
