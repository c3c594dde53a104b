import { MessageCircle, Phone } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { buttonStyle } from '../components/button-style';
import { Link } from '../components/link';

/** A number to call, and as people read it. */
export interface ShownPhone {
  readonly number: string;
  readonly shown: string;
}

interface ContactClinicProps {
  offerId: string;
  clinicName: string;
  /** Open once the offer was accepted, and until what was agreed is cancelled. */
  phone: ShownPhone | null;
  accepted: boolean;
  /** Messages that the patient has not seen. */
  unread: number;
}

/** Call and Contact Clinic: writing is always possible, calling from the acceptance on. */
export function ContactClinic({
  offerId,
  clinicName,
  phone,
  accepted,
  unread,
}: ContactClinicProps) {
  const t = useText();
  return (
    <div className="flex flex-wrap items-start gap-3 print:hidden">
      <ButtonLink to={`/conversation/${offerId}`} variant="secondary">
        <MessageCircle aria-hidden="true" className="size-5" /> {t('offers.offer.contact')}
      </ButtonLink>
      {phone ? (
        <a href={`tel:${phone.number}`} className={buttonStyle({ variant: 'secondary' })}>
          <Phone aria-hidden="true" className="size-5" />
          {t('offers.offer.call_number', { phone: phone.shown })}
        </a>
      ) : (
        <CallLater
          text={t(accepted ? 'offers.offer.call_over' : 'offers.offer.call_later', {
            clinic: clinicName,
          })}
        />
      )}
      {unread > 0 ? (
        // Last, so that no button moves when a message comes.
        <Link to={`/conversation/${offerId}`} className="link self-center font-semibold">
          {t('offers.compare.unread', { count: unread })}
        </Link>
      ) : null}
    </div>
  );
}

/** In place of a call that is not possible: no button, but from when on it is. */
export function CallLater({ text }: { text: string }) {
  const t = useText();
  return (
    <p className="measure w-full text-sm text-ink-soft wrap-anywhere">
      <Phone aria-hidden="true" className="me-1.5 inline-block size-4 align-text-bottom" />
      <strong className="text-ink">{t('offers.offer.call')}</strong> {text}
    </p>
  );
}
