import { Form } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { useText } from '#app/i18n/use-text';

interface BackFormProps {
  intent: string;
  /** Sends the fields of this form along, so that going back loses nothing typed. */
  form?: string;
  /** Intent that Enter in that form means: the first button of a form is its default. */
  enter?: string;
}

/** One step back where leaving changes something on the server; looks like the link that it is elsewhere. */
export function BackForm({ intent, form, enter }: BackFormProps) {
  const t = useText();
  const button = (
    <button
      type="submit"
      form={form}
      name="intent"
      value={intent}
      formNoValidate
      className="link inline-flex min-h-11 cursor-pointer items-center gap-1.5 no-underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
      {t('common.back')}
    </button>
  );
  if (!form) return <Form method="post">{button}</Form>;
  return (
    <>
      <button
        type="submit"
        form={form}
        name="intent"
        value={enter}
        className="hidden"
        tabIndex={-1}
      />
      {button}
    </>
  );
}
