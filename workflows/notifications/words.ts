import { setupI18n } from '@lingui/core';
import catalogue from '#messages/en/catalogue';
import common from '#messages/en/common';
import texts from '#messages/en/mail';
import notices from '#messages/en/notices';

const i18n = setupI18n({
  locale: 'en',
  messages: { en: { ...common, ...catalogue, ...texts, ...notices } },
});

/** Words of mails and notices; they are compiled when the worker is built. */
export const text = (key: string, values?: Record<string, string>): string => i18n._(key, values);
