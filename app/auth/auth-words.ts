import { createContext, useContext } from 'react';

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
