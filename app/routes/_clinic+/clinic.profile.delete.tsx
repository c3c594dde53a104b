import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { pageMeta } from '#app/i18n/page-meta';
import { DeletePage } from '#app/leaving/delete-page';
import { deleteAction, deleteLoader } from '#app/leaving/privacy-page.server';

export const meta = pageMeta('own-data.delete');
export const loader = deleteLoader('clinic');
export const action = deleteAction('clinic');
export const clientAction = keepOnNetworkError;

export default function DeleteAccountPage() {
  return <DeletePage {...useLoaderData<typeof loader>()} />;
}
