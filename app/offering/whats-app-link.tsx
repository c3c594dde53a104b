import { MessageCircle } from 'lucide-react';
import { useSearchParams } from '@remix-run/react';
import type { MouseEvent } from 'react';
import type { TypedOffer } from '#contracts/offers';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { buttonStyle } from '../components/button-style';
import { whatsAppAddress } from '../components/whats-app-address';

interface WhatsAppLinkProps {
  formId: string;
  treatment: string;
  typed: TypedOffer;
}

/** The proposal as a prefilled text; without a script it says what is typed once the form has been kept with it. To whom it goes is the clinic's to choose: before it is chosen nobody's number is known. */
export function WhatsAppLink({ formId, treatment, typed }: WhatsAppLinkProps) {
  const t = useText();
  const addressOf = (amount = '', currency = 'USD', message = ''): string => {
    // Of the form when the page came: no blank where nothing was typed yet.
    const words =
      amount.trim() === ''
        ? `${t('clinic.bid.whatsapp_text', { treatment })} ${message}`
        : t('clinic.offer.whatsapp_text', { treatment, amount, currency, message });
    return whatsAppAddress({ words });
  };
  // What stands in the form now, not when the page came.
  const onClick = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    const form = document.getElementById(formId) as HTMLFormElement | null;
    const values = new FormData(form ?? undefined);
    const value = (name: string) => String(values.get(name) ?? '');
    currentTarget.href = addressOf(value('amount'), value('currency'), value('message'));
  };
  const [search] = useSearchParams();
  return (
    <>
      {/* A form may not lead to another site: it is kept, and the link comes back with its words. */}
      <noscript>
        {search.has('whatsapp') ? (
          <p role="status" className="mb-4">
            {t('clinic.offer.whatsapp_ready')}
          </p>
        ) : null}
        <Button variant="quiet" full name="intent" value="prepare-whatsapp">
          {t('clinic.offer.whatsapp_prepare')}
        </Button>
      </noscript>
      <a
        href={addressOf(typed.amount, typed.currency, typed.message)}
        onClick={onClick}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyle({ variant: 'secondary', full: true })}
      >
        <MessageCircle aria-hidden="true" className="size-5" />
        {t('clinic.offer.whatsapp')}
      </a>
    </>
  );
}
