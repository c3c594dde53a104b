import { useLoaderData } from '@remix-run/react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { DocumentsPage } from '#app/clinic-profile/documents-page';
import { documentsAction, loadDocuments } from '#app/clinic-profile/documents.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.profile.documents');

export const loader = pageLoader('approved-clinic', loadDocuments);
export const clientLoader = keepLast;
export const action = documentsAction;
export const clientAction = keepOnNetworkError;

export default function ClinicDocumentsPage() {
  useLive(({ type }) => type === applicationChanged, { as: 'clinic' });
  return <DocumentsPage {...useLoaderData<typeof loader>()} />;
}
