import { Form } from '@remix-run/react';
import { noCurrency } from '#contracts/offers';
import { useIntent } from '#app/auth/use-intent';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { controlStyle } from '#app/components/control-style';
import { Field } from '#app/components/field';
import { useText } from '#app/i18n/use-text';

/** A currency with what it is called, by the server: browsers know other names. */
interface NamedCurrency {
  readonly code: string;
  readonly name: string;
}

export interface CurrencyFormProps {
  /** A currency, `none`, or null for that of the country of the number. */
  readonly chosen: string | null;
  /** What null stands for; null where no rate is known for it. */
  readonly ofNumber: NamedCurrency | null;
  readonly options: readonly NamedCurrency[];
}

/** In which currency prices are shown besides their own; nothing while there is no rate at all. */
export function CurrencyForm({ chosen, ofNumber, options }: CurrencyFormProps) {
  const t = useText();
  const { reply, pending } = useIntent('currency');
  if (options.length === 0 && chosen === null) return null;
  return (
    <Card as="section" className="mt-8">
      <h2 className="mb-3 text-lg">{t('profile.currency.title')}</h2>
      <Form method="post" className="space-y-4">
        <input type="hidden" name="intent" value="currency" />
        <Field
          id="currency"
          label={t('profile.currency.label')}
          hint={t('profile.currency.hint')}
          errors={reply?.error?.currency ?? undefined}
        >
          {(aria) => (
            <select {...aria} name="currency" defaultValue={chosen ?? ''} className={controlStyle}>
              <option value="">
                {ofNumber
                  ? t('profile.currency.of_number', { currency: ofNumber.name })
                  : t('profile.currency.of_number_unknown')}
              </option>
              <option value={noCurrency}>{t('profile.currency.none')}</option>
              {options.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name} ({code})
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button variant="secondary" pending={pending}>
          {t('profile.currency.save')}
        </Button>
      </Form>
    </Card>
  );
}
