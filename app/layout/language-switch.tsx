import { Form, useLocation } from '@remix-run/react';
import { Languages } from 'lucide-react';
import type { FormEvent } from 'react';
import { useLocale, useText } from '#app/i18n/use-text';
import { locales } from '#platform/locale';
import { buttonStyle } from '../components/button-style';

interface LanguageSwitchProps {
  /** Where to be afterwards; the page that is open, unless said. */
  to?: string;
  className?: string;
}

/** Takes along what is typed on this page; where that cannot be, the form is sent as without a script. */
function takeTypedAlong(event: FormEvent<HTMLFormElement>): void {
  const form = event.currentTarget;
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (form.dataset.plain) return;
  event.preventDefault();
  import('../forms/carry-typed')
    .then(({ chooseLanguage }) => chooseLanguage(new FormData(form, submitter)))
    .catch(() => {
      form.dataset.plain = 'true';
      form.requestSubmit(submitter);
    });
}

/** A button per other language. The page is loaded as a whole: it keeps its language as long as it is open. */
export function LanguageSwitch({
  to,
  className = 'px-3 max-md:justify-start',
}: LanguageSwitchProps) {
  const t = useText();
  const own = useLocale();
  const { pathname, search } = useLocation();
  return (
    <Form
      method="post"
      action="/language"
      reloadDocument
      onSubmit={takeTypedAlong}
      className="contents"
    >
      <input type="hidden" name="to" value={to ?? pathname + search} />
      {locales
        .filter((locale) => locale !== own)
        .map((locale) => (
          <button
            key={locale}
            type="submit"
            name="locale"
            value={locale}
            lang={locale}
            className={buttonStyle({ variant: 'quiet', className })}
          >
            <Languages aria-hidden="true" className="size-5" />
            {t(`common.language.${locale}`)}
          </button>
        ))}
    </Form>
  );
}
