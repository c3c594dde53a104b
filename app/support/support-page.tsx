import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData } from '@remix-run/react';
import { type LucideIcon, Mail, MessagesSquare, Phone, Video } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { maxSubject, maxTicketMessage, type NewTicket, type TicketDto } from '#contracts/support';
import { useIntent } from '#app/auth/use-intent';
import { useAlert } from '../components/alert-dialog';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { ErrorSummary } from '../components/error-summary';
import { Link } from '#app/components/link';
import { Page } from '../components/page';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { useText } from '#app/i18n/use-text';
import { supportHome, type SupportSide } from './paths';
import { TicketList } from './ticket-list';

interface SupportPageProps {
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

interface ContactOptionsProps {
  side: SupportSide;
  contact: { email: string | null; phone: string | null };
}

/** Ways to the team; one that cannot be used says so. */
function ContactOptions({ side, contact: { email, phone } }: ContactOptionsProps) {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="mb-2 text-lg">{t('support.page.options')}</h2>
      <ul className="divide-y divide-line">
        <Option icon={MessagesSquare} text={t('support.option.chat_text')}>
          <Link to={`${supportHome[side]}/chat`} className="link">
            {t('support.option.chat')}
          </Link>
        </Option>
        <Option icon={Phone} text={phone ?? t('support.option.phone_none')} off={!phone}>
          {phone ? (
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="link">
              {t('support.option.phone')}
            </a>
          ) : (
            t('support.option.phone')
          )}
        </Option>
        <Option icon={Mail} text={email ?? t('support.option.email_none')} off={!email}>
          {email ? (
            <a href={`mailto:${email}`} className="link">
              {t('support.option.email')}
            </a>
          ) : (
            t('support.option.email')
          )}
        </Option>
        <Option icon={Video} text={t('support.option.video_text')} off>
          {t('support.option.video')}
        </Option>
      </ul>
    </Card>
  );
}

interface OptionProps {
  icon: LucideIcon;
  text: string;
  /** Cannot be used now. */
  off?: boolean;
  children: ReactNode;
}

function Option({ icon: Icon, text, off = false, children }: OptionProps) {
  const why = useId();
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Icon
        aria-hidden="true"
        className={off ? 'size-5 shrink-0 text-ink-soft' : 'size-5 shrink-0 text-brand'}
      />
      <span className="min-w-0 grow">
        {/* Named as a link that is disabled, so that it is heard as one. */}
        <span
          className={off ? 'block font-semibold text-ink-soft' : 'block font-semibold'}
          {...(off ? { role: 'link', 'aria-disabled': true, 'aria-describedby': why } : {})}
        >
          {children}
        </span>
        <span id={why} className="block text-sm wrap-anywhere text-ink-soft">
          <bdi>{text}</bdi>
        </span>
      </span>
    </li>
  );
}

/** Subject and message. `messageKey`: under which it is sent once. */
function SupportForm({ messageKey }: { messageKey: string }) {
  const t = useText();
  const { reply, pending } = useIntent('send');
  const [form, fields] = useForm<NewTicket>({ id: 'support', lastResult: reply });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-4">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="key" value={messageKey} />
      <TextField meta={fields.subject} label={t('support.form.subject')} maxLength={maxSubject} />
      <TextAreaField
        meta={fields.message}
        label={t('support.form.message')}
        hint={t('support.form.health')}
        maxLength={maxTicketMessage}
        rows={6}
      />
      <Button pending={pending}>{t(pending ? 'support.form.sending' : 'support.form.send')}</Button>
    </Form>
  );
}
