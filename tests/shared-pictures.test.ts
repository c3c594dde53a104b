import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sharedPictureAt } from '#app/i18n/shared-picture';
import { sharedPictures } from '#app/i18n/vite-shared-pictures';
import { defaultLocale, everyLocale, isLocale, type Locale, locales } from '#platform/base/locale';
import { digestsOf, pictureFolder, pictures, root } from '../scripts/lib/shared-pictures';

const fileOf = ({ locale, name }: { locale: Locale; name: string }) =>
  path.join(pictureFolder(locale), `${name}.png`);

describe('pictures of shared links', () => {
  it.each(locales)(
    'in %s were drawn from what is said now: else run scripts/draw-pictures.ts',
    (locale) => {
      const own = pictures.filter((picture) => picture.locale === locale);
      expect(digestsOf(locale)).toEqual(
        Object.fromEntries(own.map(({ name, digest }) => [name, digest])),
      );
    },
  );

  // A draft may lack some.
  it.each(pictures.filter((one) => isLocale(one.locale) || existsSync(fileOf(one))))(
    '$name in $locale is of the size that pages name',
    async (picture) => {
      const { width, height, format } = await sharp(fileOf(picture)).metadata();
      expect([width, height, format]).toEqual([1200, 630, 'png']);
    },
  );

  it.each(everyLocale)('in %s take less than half a megabyte', (locale) => {
    const files = pictures.filter((one) => one.locale === locale).map(fileOf);
    const sizes = files.filter((file) => existsSync(file)).map((file) => statSync(file).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(500_000);
  });

  it('have an address in each language, where one may stand in for another', () => {
    const found = sharedPictures(path.join(root, 'languages'));
    expect([...found.keys()].sort()).toEqual(
      pictures.map(({ name, locale }) => `share/${name}.${locale}.png`).sort(),
    );
    for (const [address, file] of found) {
      const locale = /\.([\w-]+)\.png$/.exec(address)![1];
      if (isLocale(locale)) expect(file).toContain(`/${locale}/share/`);
    }
  });

  it.each([
    ['/', 'home'],
    ['/tr', 'home'],
    ['/about', 'home'],
    ['/login', 'home'],
    ['/treatments', 'treatments'],
    ['/tr/treatments/hair', 'hair'],
    ['/treatments/dental/dental-implants', 'dental'],
    ['/treatments/cosmetic/rhinoplasty', 'cosmetic'],
    ['/tr/treatments/dermatology', 'dermatology'],
    ['/tr/find-clinics/some-clinic', 'clinics'],
    ['/blog/some-post', 'blog'],
    ['/clinic-benefits', 'for-clinics'],
    ['/tr/clinic-register', 'for-clinics'],
    ['/pricing', 'for-clinics'],
  ])('%s shows that of %s', (address, name) => {
    expect(sharedPictureAt(address)).toBe(name);
    expect(existsSync(fileOf({ locale: defaultLocale, name }))).toBe(true);
  });
});
