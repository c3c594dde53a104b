import { setupI18n } from '@lingui/core';
import texts from '#messages/en/mail';
import common from '#messages/en/common';

const i18n = setupI18n({ locale: 'en', messages: { en: { ...common, ...texts } } });

/** Words of mails; they are compiled when the worker is built. */
export const text = (key: string, values?: Record<string, string>): string => i18n._(key, values);
