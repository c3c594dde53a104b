import { useActionData } from '@remix-run/react';
import { useEffect } from 'react';
import type { TicketDto } from '#contracts/support';
import { useText } from '#app/i18n/use-text';
import { useAlert } from '../components/alert-dialog';
import { Banner } from '../components/banner';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { Page } from '../components/page';
import { ContactOptions } from './contact-options';
import { supportHome, type SupportSide } from './paths';
import { SupportForm } from './support-form';
import { TicketList } from './ticket-list';

export interface SupportPageProps {
  side: SupportSide;
  contact: { email: string | null; phone: string | null };
  isEarlier: boolean;
  sent: boolean;
  key: string;
  tickets: readonly TicketDto[];
  nextCursor: string | null;
}

const helpOf = { patient: '/profile/help', clinic: '/help' } as const;
const homeOf = { patient: '/profile', clinic: '/clinic/profile' } as const;

/** How the team is reached: a chat, a call, a mail or the form; and what was written to it before. */
export function SupportPage({ support }: { support: SupportPageProps }) {
  const t = useText();
  const { side, contact, sent, key, ...list } = support;
  const answer = useActionData() as { sent?: true } | undefined;
  const { show, element } = useAlert();
  useEffect(() => {
    if (answer?.sent) show(t('support.form.sent'));
  }, [answer, show, t]);
  return (
    <Page
      title={t('support.page.title')}
      lead={t('support.page.lead')}
      back={{ to: homeOf[side] }}
      width="wide"
    >
      {element}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <div className="space-y-6">
          {sent ? <Banner tone="ok" title={t('support.form.sent')} /> : null}
          <Card as="section">
            <h2 className="mb-4 text-lg">{t('support.form.title')}</h2>
            {/* What was sent leaves the form. */}
            <SupportForm key={key} messageKey={key} />
          </Card>
          <TicketList {...list} home={supportHome[side]} />
        </div>
        <div className="space-y-6">
          <ContactOptions side={side} contact={contact} />
          <p className="measure text-ink-soft">{t('support.page.hours')}</p>
          <ButtonLink variant="secondary" to={helpOf[side]}>
            {t('support.page.help')}
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
}
