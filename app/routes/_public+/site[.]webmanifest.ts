import type { LoaderFunctionArgs } from '@remix-run/node';
import { addressIn } from '#app/i18n/address';
import { textIn } from '#app/i18n/server';
import { directionOf } from '#platform/base/locale';

const icon = (name: string, side: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
});

/** The name and icons under which a device installs the site. */
export const loader = ({ context: { locale } }: LoaderFunctionArgs) => {
  const text = textIn(locale);
  return Response.json(
    {
      name: text('common.brand'),
      short_name: text('common.brand'),
      description: text('common.footer.tagline'),
      lang: locale,
      dir: directionOf(locale),
      // One product in whatever language it was installed.
      id: '/',
      start_url: addressIn(locale, '/'),
      scope: '/',
      display: 'standalone',
      background_color: '#fbf8f2',
      theme_color: '#ffffff',
      icons: [
        ...[192, 512].flatMap((side) => [
          icon('icon', side, 'any'),
          icon('icon-maskable', side, 'maskable'),
        ]),
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'max-age=86400' } },
  );
};
