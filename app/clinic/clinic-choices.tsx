import { Form } from '@remix-run/react';
import type { OwnTeam } from '#contracts/identity';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button } from '#app/components/button';

/** Of several clinics that a number works for. */
export type ClinicChoice = OwnTeam & { readonly name: string };

/** One button for each clinic that the person may sign in to. */
export function ClinicChoices({ clinics }: { clinics: readonly ClinicChoice[] }) {
  const t = useText();
  const { pending } = useIntent('enter');
  return (
    <ul className="space-y-3">
      {clinics.map(({ _id, name, role }) => (
        <li key={_id}>
          <Form method="post">
            <input type="hidden" name="clinicId" value={_id} />
            <Button
              variant="secondary"
              name="intent"
              value="enter"
              pending={pending}
              className="w-full"
            >
              <span className="wrap-anywhere">{t('team.choose.enter', { clinic: name })}</span>
              <span className="font-normal text-ink-soft">{t(`team.role.${role}`)}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
