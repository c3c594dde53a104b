import { Form, useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { LinkForm } from '#app/auth/link-form';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Page } from '#app/components/page';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { joinAction, joinLoader } from '#app/team/join-page.server';

export const meta = pageMeta('team.join');
export const loader = joinLoader;
export const action = joinAction;
export const clientAction = keepOnNetworkError;

/** Where the link of an invitation to a clinic's team leads. */
export default function JoinPage() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const { pending, reply } = useIntent('join');
  const failure = Object.values(reply?.error ?? {}).flat()[0];
  return (
    <Page
      title={
        data.state === 'offered'
          ? t('team.join.heading', { clinic: data.clinicName })
          : t('team.join.title')
      }
      lead={t(`team.join.lead_${data.state.replace('-', '_')}`)}
    >
      <div className="space-y-6">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        {data.state === 'sign-in' ? (
          <ButtonLink size="lg" to="/clinic-login?redirectTo=/clinic-join">
            {t('team.join.sign_in')}
          </ButtonLink>
        ) : null}
        {data.state === 'offered' ? (
          <Form method="post" className="space-y-4">
            <p>{t('team.join.as', { name: data.name, role: t(`team.role.${data.role}`) })}</p>
            <p className="text-ink-soft">{t(`team.may.${data.role}`)}</p>
            <Button size="lg" name="intent" value="join" pending={pending}>
              {t('team.join.submit')}
            </Button>
          </Form>
        ) : null}
        {data.state === 'other' ? (
          <Form method="post">
            <Button variant="secondary" name="intent" value="drop">
              {t('team.join.drop')}
            </Button>
          </Form>
        ) : null}
        <LinkForm
          label={t('team.join.link')}
          hint={t('team.join.link_hint')}
          submit={t('team.join.open')}
          hidden={data.state === 'sign-in' || data.state === 'offered'}
        />
      </div>
    </Page>
  );
}
