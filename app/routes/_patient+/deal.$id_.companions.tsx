import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { CompanionsFailure, CompanionsPage } from '#app/companions/companions-page';
import { companionsAction, companionsLoader } from '#app/companions/pages.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/use-live';

export const meta = pageMeta('companions');

export const loader = companionsLoader('deal');
export const action = companionsAction('deal');
export const clientAction = keepOnNetworkError;
export const clientLoader = keepLast;

export default function DealCompanionsPage() {
  return <CompanionsPage {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = CompanionsFailure;
