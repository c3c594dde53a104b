import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { cities, labelKey } from '#contracts/consultation';
import { namesEveryCity, type LeadDetails } from '#contracts/leads';
import { useIntent } from '#app/auth/use-intent';
import { Rich } from '#app/i18n/rich';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { When } from '../components/date-time';

/** The honest message after the promised time without an offer, with what the patient can do, and what each would do. */
export function NoOffersNotice({ details: { lead, expiresAt } }: { details: LeadDetails }) {
  const t = useText();
  const formats = useFormats();
  const here = `/request-detail/${lead._id}`;
  const cityNames = (list: typeof lead.locations) =>
    formats.list(list.map((city) => t(labelKey('city', city))));
  return (
    <Banner tone="warn" title={t('leads.notice.title')}>
      <p className="mt-1">{t('leads.notice.text')}</p>
      <ul className="mt-4 space-y-5">
        <Choice
          text={
            expiresAt ? (
              <Rich
                id="leads.notice.keep_text"
                components={{ when: <When date={expiresAt} format="day" /> }}
              />
            ) : null
          }
        >
          <Answer to={here} intent="keep-waiting" words={t('leads.notice.keep')} primary />
        </Choice>
        {namesEveryCity(lead.locations) ? null : (
          <Choice
            text={t('leads.notice.cities_text', {
              chosen: cityNames(lead.locations),
              all: cityNames([...cities]),
            })}
          >
            <Answer to={here} intent="open-cities" words={t('leads.notice.cities')} />
          </Choice>
        )}
        <Choice text={t('leads.notice.change_text')}>
          <ButtonLink variant="secondary" to={`${here}/change`}>
            {t('leads.notice.change')}
          </ButtonLink>
        </Choice>
        <Choice text={t('leads.notice.cancel_text')}>
          <ButtonLink variant="secondary" to={`${here}/cancel`}>
            {t('leads.notice.cancel')}
          </ButtonLink>
        </Choice>
      </ul>
    </Banner>
  );
}

const Choice = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <li>
    {children}
    <p className="mt-1 text-sm text-ink-soft">{text}</p>
  </li>
);

interface AnswerProps {
  to: string;
  intent: 'keep-waiting' | 'open-cities';
  words: string;
  primary?: boolean;
}

function Answer({ to, intent, words, primary }: AnswerProps) {
  const { pending, reply } = useIntent(intent);
  return (
    <Form method="post" action={`${to}?index`}>
      <Button
        name="intent"
        value={intent}
        variant={primary ? 'primary' : 'secondary'}
        pending={pending}
      >
        {words}
      </Button>
      {reply?.error?.['']?.map((line) => (
        <p key={line} role="alert" className="mt-1 text-danger">
          {line}
        </p>
      ))}
    </Form>
  );
}
