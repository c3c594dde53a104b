import { Form } from '@remix-run/react';
import { LogOut } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import { Button } from './button';

/** Ends the session of an area and leads to the front page; a form, so that it needs no script. */
export function SignOut({ area }: { area: 'patient' | 'clinic' }) {
  const t = useText();
  return (
    <Form method="post" action="/logout">
      <input type="hidden" name="area" value={area} />
      <Button variant="secondary" full>
        <LogOut aria-hidden="true" className="size-4" />
        {t('profile.sign_out')}
      </Button>
    </Form>
  );
}
