import { useMatches } from '@remix-run/react';
import { useViewer } from '../components/use-viewer';

/** In any language: the ids of the others begin with theirs. */
const publicPage = /^(?:\w+\/)?routes\/_public\+\//;

/** Whether the page that is open is one that everybody may read. */
export const useIsPublicPage = (): boolean => publicPage.test(useMatches().at(-1)?.id ?? '');

type Scripts = 'application' | 'visitor' | 'none';

function useScriptsOfPage(): Scripts {
  const viewer = useViewer();
  const matches = useMatches();
  const isPublic = useIsPublicPage();
  const says = (scripts: PageHandle['scripts']) =>
    matches.some((match) => (match.handle as PageHandle | undefined)?.scripts === scripts);
  if (says(false)) return 'none';
  if (says('application')) return 'application';
  if (viewer.patient || viewer.clinic) return 'application';
  return isPublic ? 'visitor' : 'application';
}

/**
 * Which scripts go with a page: the application, what a public page has for somebody who is not signed in, or none.
 * Decided where a page is rendered; an application that runs in a browser goes on from page to page.
 */
export const useScripts = import.meta.env.SSR ? useScriptsOfPage : (): Scripts => 'application';

/** What a route may export as `handle`. */
export interface PageHandle {
  /** `bare`: header without footer, for screens with one task. Default `site`. */
  chrome?: 'site' | 'bare';
  /** The page is the same for every visitor who sends no cookie, and may be given to the next one. */
  kept?: boolean;
  /**
   * False for a page that must work from a cache, without any script; `application` for a public page that does more than
   * be read (`use-scripts.ts` says which others have).
   */
  scripts?: false | 'application';
}
