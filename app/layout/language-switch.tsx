import { Form, useLocation } from '@remix-run/react';
import { ChevronDown, Languages } from 'lucide-react';
import { useLocale, useText } from '#app/i18n/use-text';
import { locales, nameOf } from '#platform/base/locale';
import { buttonStyle } from '../components/button-style';
import { VisuallyHidden } from '../components/visually-hidden';
import { languageAction } from '../forms/language-choice';
import { Disclosure } from './disclosure';

interface LanguageSwitchProps {
  /** Where to be afterwards; the page that is open, unless said. */
  to?: string;
  className?: string;
}

/** A button per other language. The page is loaded as a whole: it keeps its language as long as it is open. */
export function LanguageSwitch({
  to,
  className = 'px-3! @max-5xl:justify-start',
}: LanguageSwitchProps) {
  const own = useLocale();
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={languageAction} reloadDocument className="contents">
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
            {nameOf(locale)}
          </button>
        ))}
    </Form>
  );
}

/** The same in one line of a header: one other language is a button, of several there is a list. */
export function LanguageMenu() {
  const own = useLocale();
  const t = useText();
  if (locales.filter((locale) => locale !== own).length < 2) return <LanguageSwitch />;
  return (
    <Disclosure
      className="relative"
      variant="quiet"
      place="end-0 w-48"
      name={t('common.language.title')}
      label={
        <>
          <Languages aria-hidden="true" className="size-5" />
          <VisuallyHidden>{t('common.language.title')}: </VisuallyHidden>
          {nameOf(own)}
          <ChevronDown aria-hidden="true" className="size-4" />
        </>
      }
    >
      <LanguageSwitch className="justify-start px-3!" />
    </Disclosure>
  );
}
