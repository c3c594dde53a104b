import { Form, useLoaderData, useSearchParams } from '@remix-run/react';
import { type ConsentDto, withdrawableKinds } from '#contracts/identity';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { When } from '#app/components/date-time';
import { Page } from '#app/components/page';
import { TextLines } from '#app/components/text-lines';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { DeleteCard, DownloadCard } from '#app/leaving/delete-card';
import { privacyAction, privacyLoader } from '#app/leaving/privacy-page.server';

export const meta = pageMeta('own-data.page');
export const loader = privacyLoader;
export const action = privacyAction;
export const clientAction = keepOnNetworkError;

export default function PrivacyOfAccountPage() {
  const t = useText();
  const { consents, fresh, archive } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const done = (['asked', 'withdrawn'] as const).find((word) => search.has(word));
  return (
    <Page title={t('own-data.page.title')} lead={t('own-data.page.lead')} back={{ to: '/profile' }}>
      {/* There before its words, which are not heard otherwise. */}
      <div role="status" className="not-empty:mb-6">
        {done ? <Banner tone="ok" title={t(`own-data.done.${done}`)} /> : null}
      </div>
      <div className="space-y-6">
        <ConsentsCard consents={consents} />
        <DownloadCard whose="patient" fresh={fresh} archive={archive} />
        <DeleteCard whose="patient" />
      </div>
    </Page>
  );
}

/** What the patient agreed to; what can be taken back by itself has its button. */
function ConsentsCard({ consents }: { consents: readonly ConsentDto[] }) {
  const t = useText();
  const { pending } = useIntent('withdraw');
  return (
    <Card as="section">
      <h2 className="text-lg">{t('own-data.consents.title')}</h2>
      <TextLines text={t('own-data.consents.text')} className="text-ink-soft" />
      <ul className="mt-4 divide-y divide-line">
        {consents.map(({ kind, version, givenAt, withdrawnAt }) => {
          const title = t(`own-data.consents.kind.${kind}`);
          const taken = withdrawableKinds.find((one) => one === kind);
          return (
            <li key={`${kind} ${givenAt}`} className="py-4">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-ink-soft">
                {t('own-data.consents.version', { version })} <When date={givenAt} />
              </p>
              {withdrawnAt ? (
                <p className="text-sm">
                  {t('own-data.consents.withdrawn')} <When date={withdrawnAt} />
                </p>
              ) : taken ? (
                <Form method="post" className="mt-2">
                  <input type="hidden" name="intent" value="withdraw" />
                  <input type="hidden" name="kind" value={kind} />
                  <Button
                    variant="secondary"
                    pending={pending}
                    aria-label={`${t(`own-data.consents.withdraw.${taken}`)}: ${title}`}
                  >
                    {t(`own-data.consents.withdraw.${taken}`)}
                  </Button>
                </Form>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
