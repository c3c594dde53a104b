import { Mail, MessagesSquare, Phone, Video, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Card } from '../components/card';
import { supportHome, type SupportSide } from './paths';

interface ContactOptionsProps {
  side: SupportSide;
  contact: { email: string | null; phone: string | null };
}

/** Ways to the team; one that cannot be used says so. */
export function ContactOptions({ side, contact: { email, phone } }: ContactOptionsProps) {
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
          {text}
        </span>
      </span>
    </li>
  );
}
