import { I18nProvider } from '@lingui/react';
import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { defaultLocale, isKnownLocale } from '#platform/base/locale';
import { keepChoice } from './embed/keep-choice';
import { i18nIn } from './i18n/setup';
import { closeMenuOnEscape } from './layout/menu-keys';
import { quietInterruptions } from './quiet-interruptions';

/** What the server wrote the page in. */
const { lang, dataset } = document.documentElement;
const locale = isKnownLocale(lang) ? lang : defaultLocale;

keepChoice();
quietInterruptions();
closeMenuOnEscape();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={i18nIn(locale, dataset.digits === 'own' ? 'own' : 'latin')}>
        <RemixBrowser />
      </I18nProvider>
    </StrictMode>,
  );
});
