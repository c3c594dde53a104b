import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and during the first render in the browser, which must agree; true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
