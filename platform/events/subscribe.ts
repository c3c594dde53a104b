import type { Fact, Subscription } from './types';

export const subscribe = <F extends Fact>(subscription: Subscription<F>): Subscription<F> =>
  subscription;
