import { useLoaderData } from '@remix-run/react';
import { noticesAction, noticesLoader } from '#app/notices/pages.server';
import { NoticesFailure, NoticesPage } from '#app/notices/notices-page';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/use-live';

export const meta = pageMeta('notices');

export const loader = noticesLoader('clinic');

export const action = noticesAction('clinic');

export const clientLoader = keepLast;

export default function ClinicNotificationsPage() {
  return <NoticesPage reader="clinic" {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = NoticesFailure;
