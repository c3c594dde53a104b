import type { LoaderFunctionArgs } from '@remix-run/node';
import { addressIn } from '#app/i18n/address';
import { textIn } from '#app/i18n/server';

/** The name and icons under which a phone keeps the site on its home screen. */
export const loader = ({ context: { locale } }: LoaderFunctionArgs) => {
  const text = textIn(locale);
  return Response.json(
    {
      name: text('common.brand'),
      short_name: text('common.brand'),
      description: text('common.footer.tagline'),
      lang: locale,
      start_url: addressIn(locale, '/'),
      display: 'browser',
      background_color: '#fbf8f2',
      theme_color: '#ffffff',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'max-age=86400' } },
  );
};
