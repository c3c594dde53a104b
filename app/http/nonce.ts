import { createContext, useContext } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

/** The nonce of this response's Content-Security-Policy; undefined in the browser, where scripts already run. */
export const NonceProvider = NonceContext.Provider;
export const useNonce = (): string | undefined => useContext(NonceContext);
