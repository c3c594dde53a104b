import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { TemplatesPage } from '#app/offering/templates-page';
import { loadTemplates, templatesAction } from '#app/offering/templates.server';

export const meta = pageMeta('clinic.templates');

export const loader = pageLoader('approved-clinic', loadTemplates);
export const action = templatesAction;
export const clientAction = keepOnNetworkError;

export default function ClinicTemplatesPage() {
  return <TemplatesPage {...useLoaderData<typeof loader>()} />;
}
