import { Form, useNavigation } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Button } from '../components/button';

interface AskMissingProps {
  offerId: string;
  clinicName: string;
  /** The clinic was asked for what this version of the offer leaves out. */
  asked: boolean;
}

/** One tap that asks a clinic for what its offer leaves out, and leads to the conversation; once asked, a link there. */
export function AskMissing({ offerId, clinicName, asked }: AskMissingProps) {
  const t = useText();
  const action = `/offer/${offerId}?index`;
  const navigation = useNavigation();
  const pending = navigation.formAction?.endsWith(action) ?? false;
  if (asked)
    return (
      <p className="mt-2 print:hidden">
        <Link
          to={`/conversation/${offerId}`}
          className="link"
          aria-label={t('offers.ask.asked_of', { clinic: clinicName })}
        >
          {t('offers.ask.asked')}
        </Link>
      </p>
    );
  return (
    <Form method="post" action={action} className="mt-2 print:hidden">
      <Button
        name="intent"
        value="ask"
        variant="secondary"
        pending={pending}
        aria-label={t('offers.ask.submit_of', { clinic: clinicName })}
      >
        {t('offers.ask.submit')}
      </Button>
    </Form>
  );
}
