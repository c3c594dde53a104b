import { useLoaderData } from '@remix-run/react';
import { inboxLoader } from '#app/conversation/conversation-page.server';
import { InboxFailure, InboxPage } from '#app/conversation/inbox-page';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/use-live';

export const meta = pageMeta('conversations');

export const loader = inboxLoader('patient');

export const clientLoader = keepLast;

export default function PatientMessagesPage() {
  return <InboxPage reader="patient" {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = InboxFailure;
