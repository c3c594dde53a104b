/** What a route may export as `handle`. */
export interface PageHandle {
  /** `bare`: header without footer, for screens with one task. Default `site`. */
  chrome?: 'site' | 'bare';
  /** The page is the same for every visitor who sends no cookie, and may be given to the next one. */
  kept?: boolean;
  /** False for a page that must work from a cache, without any script (`use-scripts.ts` says which others have). */
  scripts?: boolean;
}
