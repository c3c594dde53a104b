import { Form, useNavigation } from '@remix-run/react';
import type { ChosenClinic } from '#contracts/consultation';
import { Button } from '#app/components/button';
import { useText } from '#app/i18n/use-text';

interface ChosenClinicsProps {
  clinics: readonly ChosenClinic[];
  /** The route that takes the form of each. */
  action: string;
  /** What the form says besides: the clinic whose page comes back. */
  then?: string;
  className?: string;
}

/** The clinics that a request is to ask, each with the way to take it off. */
export function ChosenClinics({ clinics, action, then, className }: ChosenClinicsProps) {
  const t = useText();
  const leaving = useNavigation().formData;
  const gone = leaving?.get('intent') === 'unask' ? leaving.get('slug') : null;
  return (
    <ul className={className}>
      {clinics.map(({ slug, clinicName }) => (
        <li key={slug}>
          <Form method="post" action={action} className="flex items-center justify-between gap-x-2">
            <input type="hidden" name="slug" value={slug} />
            {then ? <input type="hidden" name="then" value={then} /> : null}
            <span className="min-w-0 wrap-anywhere">{clinicName}</span>
            <Button
              variant="quiet"
              className="shrink-0"
              name="intent"
              value="unask"
              pending={gone === slug}
              aria-label={t('consultation.ask.remove_named', { clinic: clinicName })}
            >
              {t('consultation.ask.remove')}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
