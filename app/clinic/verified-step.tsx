import { Form } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { ActionBar } from '../components/action-bar';
import { Button, ButtonLink } from '../components/button';

/** Back at the code after it was right: nothing to enter, but another number can be chosen. */
export function VerifiedStep() {
  const t = useText();
  return (
    <>
      <ActionBar>
        <ButtonLink size="lg" to="?">
          {t('clinic.register.continue')}
        </ButtonLink>
      </ActionBar>
      <Form method="post" className="mt-2">
        <input type="hidden" name="intent" value="restart" />
        <Button variant="quiet">{t('auth.code.change_phone')}</Button>
      </Form>
    </>
  );
}
