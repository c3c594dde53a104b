import { useLoaderData } from '@remix-run/react';
import { noticesAction, noticesLoader } from '#app/notices/pages.server';
import { NoticesFailure, NoticesPage } from '#app/notices/notices-page';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/use-live';

export const meta = pageMeta('notices');

export const loader = noticesLoader('patient');

export const action = noticesAction('patient');

export const clientLoader = keepLast;

export default function PatientNotificationsPage() {
  return <NoticesPage reader="patient" {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = NoticesFailure;
