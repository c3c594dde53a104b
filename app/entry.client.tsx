import { I18nProvider } from '@lingui/react';
import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { i18n } from './i18n/setup';
import { quietInterruptions } from './quiet-interruptions';

quietInterruptions();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RemixBrowser />
      </I18nProvider>
    </StrictMode>,
  );
});
