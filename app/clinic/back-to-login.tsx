import { Form } from '@remix-run/react';
import { useAddress } from '#app/i18n/use-address';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';

/** Ends the clinic's session and goes to its sign-in. */
export function BackToLogin() {
  const t = useText();
  const address = useAddress();
  return (
    <Form method="post" action="/logout" className="-mx-4">
      <input type="hidden" name="area" value="clinic" />
      <input type="hidden" name="to" value={address('/clinic-login')} />
      <Button variant="quiet">{t('clinic.pending.back_to_login')}</Button>
    </Form>
  );
}
