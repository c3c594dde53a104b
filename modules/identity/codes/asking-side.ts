import type { KnownBrowser } from './known-browser.server';

/**
 * Who asks for a code of a number, for its budgets. Strangers are told apart by the challenge cookie that we
 * gave, or by their address when they bring none, so that nobody can use up the side of another one. A code
 * counts on both, and the side that asks must have something left: cookies that are dropped buy nothing.
 */
export type AskingSide =
  | { readonly kind: 'known'; readonly known: KnownBrowser }
  | {
      readonly kind: 'stranger';
      /** The challenge cookie that the code will belong to. */
      readonly browserToken: string;
      /** Whether it was that one's before: it then stands for itself, else its address stands for it. */
      readonly held: boolean;
    };
