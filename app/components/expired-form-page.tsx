import type { ExpiredForm } from '#app/http/expired-form';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Link } from './link';
import { Button } from './button';
import { controlStyle } from './control-style';
import { Field } from './field';
import { Page } from './page';

/** What people type in words, with the labels of their own pages; everything else was chosen. */
const typed: Record<string, { label: string; lines?: number }> = {
  notes: { label: 'consultation.budget.notes', lines: 5 },
  'patientInfo.medicalHistory': { label: 'consultation.patient.medical_history', lines: 3 },
  'patientInfo.allergies': { label: 'consultation.patient.allergies', lines: 2 },
  reason: { label: 'leads.cancel.reason', lines: 5 },
  firstName: { label: 'profile.personal.first_name' },
  lastName: { label: 'profile.personal.last_name' },
  email: { label: 'profile.personal.email' },
};

/** A form that came after the session had ended: the way to sign in beside it, and everything it held. */
export function ExpiredFormPage({ expired: { action, fields } }: ExpiredForm) {
  const t = useText();
  return (
    <Page title={t('common.expired.title')} lead={t('common.expired.text')}>
      <ol className="list-decimal space-y-2 ps-6">
        <li>
          <Rich
            id="common.expired.sign_in"

            components={{ login: <Link to="/login" target="_blank" className="link" /> }}
          />
        </li>
        <li>{t('common.expired.send')}</li>
      </ol>
      <form method="post" action={action} className="mt-8 space-y-6">
        {fields.map(([name, value], at) => (
          <Kept key={at} id={`kept-${at}`} name={name} value={value} />
        ))}
        <Button size="lg">{t('common.expired.submit')}</Button>
      </form>
    </Page>
  );
}

function Kept({ id, name, value }: { id: string; name: string; value: string }) {
  const t = useText();
  const words = Object.hasOwn(typed, name) ? typed[name] : undefined;
  if (!words) return <input type="hidden" name={name} value={value} />;
  return (
    <Field id={id} label={t(words.label)}>
      {(aria) =>
        words.lines ? (
          <textarea
            {...aria}
            name={name}
            rows={words.lines}
            defaultValue={value}
            className={controlStyle}
          />
        ) : (
          <input {...aria} name={name} defaultValue={value} className={controlStyle} />
        )
      }
    </Field>
  );
}
