import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import type { Digits, Locale } from '#platform/base/locale';
import { sayingOf } from './values';

const messages = {
  code: 'أرسلنا رمزًا إلى {phone}.',
  kind: '{kind, select, offer {عرض} other {شيء}} من {name}',
  count: '{count, plural, =0 {لا عروض} one {عرض واحد} two {عرضان} other {# من {total}}}',
};

const sayIn = (locale: Locale, digits: Digits) => {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  i18n.setMessagesCompiler(compileMessage);
  return sayingOf(i18n, locale, digits);
};

describe('values in a text', () => {
  it('each keep their own direction where a page is read from right to left', () => {
    const phone = '+90 532 123 45 67';
    expect(sayIn('ar', 'latin')('code', { phone })).toBe(`أرسلنا رمزًا إلى \u2068${phone}\u2069.`);
    expect(sayIn('tr', 'latin')('code', { phone })).toBe(`أرسلنا رمزًا إلى ${phone}.`);
  });

  it('of another direction keep it on a page that is read from left to right', () => {
    expect(sayIn('de', 'latin')('code', { phone: 'أحمد (2)' })).toContain('\u2068أحمد (2)\u2069');
  });

  it('that are texts of ours have the direction of the page', () => {
    const place = '\u2068Galata\u2069، \u2068تركيا\u2069';
    expect(sayIn('ar', 'latin')('code', { phone: place })).toContain(`\u2067${place}\u2069`);
  });

  it('that are addresses of pages are left alone', () => {
    const phone = 'https://clinics.example/help';
    expect(sayIn('ar', 'latin')('code', { phone })).toBe(`أرسلنا رمزًا إلى ${phone}.`);
  });

  it('pick a form by what they are', () => {
    const say = sayIn('ar', 'own');
    expect(say('kind', { kind: 'offer', name: 'Galata' })).toBe('عرض من \u2068Galata\u2069');
    expect(say('count', { count: 0, total: 9 })).toBe('لا عروض');
    expect(say('count', { count: 2, total: 9 })).toBe('عرضان');
    expect(say('count', { count: 25, total: 30 })).toMatch(/^\S+ من ٣٠$/);
    expect(sayIn('ar', 'latin')('count', { count: 25, total: 30 })).toBe('25 من 30');
  });
});
