import { Form, useLocation } from '@remix-run/react';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { languageAction } from '#app/forms/language-choice';
import { useDigits, useLocale, useText } from '#app/i18n/use-text';
import { digitChoices, figuresOf, hasOwnDigits } from '#platform/base/locale';

const shown = 1234567890;

/**
 * Which digits are on the pages of a reader who is signed in, where their language has some of its own; kept in this browser. The
 * page is loaded as a whole, as for another language.
 */
export function DigitsForm() {
  const t = useText();
  const [locale, digits] = [useLocale(), useDigits()];
  const { pathname } = useLocation();
  if (!hasOwnDigits(locale)) return null;
  return (
    <Card as="section" className="mt-8">
      <Form method="post" action={languageAction} reloadDocument data-plain="true">
        <input type="hidden" name="intent" value="digits" />
        <input type="hidden" name="to" value={pathname} />
        <fieldset>
          <legend className="mb-1 text-lg font-semibold">{t('common.digits.title')}</legend>
          <p className="text-sm text-ink-soft">{t('common.digits.hint')}</p>
          <div className="mt-3 flex flex-wrap gap-6">
            {digitChoices.map((choice) => (
              <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-2">
                <input
                  type="radio"
                  name="digits"
                  value={choice}
                  defaultChecked={choice === digits}
                  className="size-5 accent-brand"
                />
                {figuresOf(shown, locale, choice)}
              </label>
            ))}
          </div>
        </fieldset>
        <Button variant="secondary" className="mt-3">
          {t('common.digits.save')}
        </Button>
      </Form>
    </Card>
  );
}
