import { Form } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';

/** The honest message after the promised time without an offer, with what the patient can do. */
export function NoOffersNotice({ leadId }: { leadId: string }) {
  const t = useText();
  return (
    <Banner tone="warn" title={t('leads.notice.title')}>
      <p className="mt-1">{t('leads.notice.text')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Form method="post" action={`/request-detail/${leadId}?index`}>
          <Button name="intent" value="keep-waiting">
            {t('leads.notice.keep')}
          </Button>
        </Form>
        <ButtonLink variant="secondary" to="/consultation">
          {t('leads.notice.again')}
        </ButtonLink>
        <ButtonLink variant="quiet" to={`/request-detail/${leadId}/cancel`}>
          {t('leads.notice.cancel')}
        </ButtonLink>
      </div>
    </Banner>
  );
}
