import type { Envelope } from './answers';

/** Leaves the console for the provider, where a round was begun; stays where it was refused. */
export function goToProvider(begun: Envelope | null): void {
  const address = begun?.data?.address;
  if (typeof address === 'string') window.location.assign(address);
}
