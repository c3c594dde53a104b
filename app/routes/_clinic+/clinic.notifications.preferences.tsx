import { useLoaderData } from '@remix-run/react';
import { preferencesAction, preferencesLoader } from '#app/notices/pages.server';
import { PreferencesPage } from '#app/notices/preferences-page';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('notices.preferences');

export const loader = preferencesLoader('clinic');

export const action = preferencesAction('clinic');

export default function ClinicPreferencesPage() {
  return <PreferencesPage reader="clinic" {...useLoaderData<typeof loader>()} />;
}
