import { useRouteLoaderData } from '@remix-run/react';

/** Who is signed in in this browser, as far as a page shows it. */
export interface Viewer {
  patient: boolean;
  clinic: boolean;
  /** The clinic's dashboard is open to it. */
  approved: boolean;
}

/** Who looks at the page, as the root knows it. */
export const useViewer = (): Viewer =>
  useRouteLoaderData<{ viewer: Viewer }>('root')?.viewer ?? {
    patient: false,
    clinic: false,
    approved: false,
  };
