import { useRouteLoaderData } from '@remix-run/react';
import type { Unread } from '#contracts/notifications';

/** Who is signed in in this browser, as far as a page shows it. */
export interface Viewer {
  patient: boolean;
  clinic: boolean;
  /** The clinic's dashboard is open to it. */
  approved: boolean;
  /** What each of them has not read yet. */
  unread: { patient: Unread | null; clinic: Unread | null };
}

export const nobody: Viewer = {
  patient: false,
  clinic: false,
  approved: false,
  unread: { patient: null, clinic: null },
};

/** Who looks at the page, as the root knows it. */
export const useViewer = (): Viewer =>
  useRouteLoaderData<{ viewer: Viewer }>('root')?.viewer ?? nobody;
