import { useText } from '#app/i18n/use-text';
import type { AccountEmail } from '#workflows';
import { Link } from '#app/components/link';
import { Banner } from '../components/banner';

/** Says what waits at the address of a patient, and leads to where it is settled; nothing where nothing does. */
export function EmailNotice({ proved, pendingEmail }: AccountEmail) {
  const t = useText();
  if (proved && !pendingEmail) return null;
  return (
    <Banner
      tone="info"
      className="mb-6"
      title={t(pendingEmail ? 'security.email.notice_waiting' : 'security.email.notice_unproved')}
    >
      <p className="wrap-anywhere">
        {pendingEmail
          ? t('security.email.waiting', { email: pendingEmail })
          : t('security.email.unproved_text')}
      </p>
      <Link to="/profile/email" className="link inline-flex min-h-11 items-center">
        {t('security.email.open')}
      </Link>
    </Banner>
  );
}
