import { useMatches } from '@remix-run/react';
import { useViewer } from '../components/use-viewer';
import type { PageHandle } from './page-handle';

const ofVisitors = /^(?:tr\/)?routes\/_public\+\//;

/**
 * Which scripts go with a page: the application, what a public page has for somebody who is not signed in, or none.
 * Decided where a page is rendered; an application that runs in a browser goes on from page to page.
 */
export function useScripts(): 'application' | 'visitor' | 'none' {
  const viewer = useViewer();
  const matches = useMatches();
  if (!import.meta.env.SSR) return 'application';
  if (matches.some((match) => (match.handle as PageHandle)?.scripts === false)) return 'none';
  const visited = ofVisitors.test(matches.at(-1)?.id ?? '');
  return visited && !viewer.patient && !viewer.clinic ? 'visitor' : 'application';
}
