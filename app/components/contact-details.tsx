import type { SiteContent } from '#contracts/content';
import { useText } from '#app/i18n/use-text';

/** Where to reach the people behind the site; says so when they have not published anything yet. */
export function ContactDetails({ contact }: { contact: SiteContent['contact'] }) {
  const t = useText();
  const { email, phone, address } = contact;
  if (!email && !phone && !address) return <p>{t('common.contact.none')}</p>;
  return (
    <address className="not-italic">
      {email ? (
        <p>
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      ) : null}
      {phone ? (
        <p>
          <a className="link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            {phone}
          </a>
        </p>
      ) : null}
      {address ? <p className="whitespace-pre-line">{address}</p> : null}
    </address>
  );
}
