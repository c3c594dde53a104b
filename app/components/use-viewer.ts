import { useRouteLoaderData } from '@remix-run/react';
import type { HeaderViewer } from './site-header';

/** Who looks at the page, as the root knows it. */
export const useViewer = (): HeaderViewer =>
  useRouteLoaderData<{ viewer: HeaderViewer }>('root')?.viewer ?? {
    patient: false,
    clinic: false,
    approved: false,
  };
