import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';

const link = (to: string) => <Link to={to} className="link" />;

/** Under the phone step: the other pages, and for newcomers what they will need. */
export function OtherDoors({ variant }: { variant: 'login' | 'register' }) {
  const t = useText();
  return (
    <div className="mt-8 space-y-2 border-t border-line pt-6">
      <p>
        {variant === 'login' ? (
          <Rich id="clinic.auth.to_register" components={{ register: link('/clinic-register') }} />
        ) : (
          <Rich id="clinic.auth.to_login" components={{ login: link('/clinic-login') }} />
        )}
      </p>
      <p>
        <Rich id="clinic.auth.to_patient" components={{ patient: link('/login') }} />
      </p>
      {variant === 'register' ? (
        <details className="pt-2">
          <summary className="link min-h-11 cursor-pointer py-2">{t('clinic.auth.needed')}</summary>
          <ul className="mt-2 list-disc space-y-1 ps-6">
            <li>{t('clinic.document.kind.medical-license')}</li>
            <li>{t('clinic.document.kind.clinic-registration')}</li>
            <li>{t('clinic.document.kind.professional-id')}</li>
            <li>{t('clinic.document.kind.clinic-photos')}</li>
            <li>{t('clinic.document.kind.insurance')}</li>
          </ul>
          <p className="mt-2">{t('clinic.documents.rules')}</p>
          <p className="mt-2">{t('clinic.review.both_times')}</p>
        </details>
      ) : null}
    </div>
  );
}
