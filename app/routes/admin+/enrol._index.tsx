import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { EnrolForm } from '#app/staff/enrol-form';
import { LinkForm } from '#app/staff/link-form';
import { Page } from '#app/components/page';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { enrolAction, enrolLoader } from '#app/staff/enrol-page.server';

export const meta = pageMeta('staff.enrol');
export const handle = { chrome: 'bare' };
export const loader = enrolLoader;
export const action = enrolAction;
export const clientAction = keepOnNetworkError;

export default function EnrolPage() {
  const t = useText();
  const { offer } = useLoaderData<typeof loader>();
  const lead = offer ? t('staff.enrol.lead', { name: offer.name }) : t('staff.enrol.link_lead');
  return (
    <Page title={t('staff.enrol.title')} lead={lead}>
      {offer ? <EnrolForm offer={offer} /> : null}
      <LinkForm hidden={offer !== null} />
    </Page>
  );
}
