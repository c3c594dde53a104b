import type { Audience } from '#platform/base/call';
import { defaultLocale, locales } from '#platform/base/locale';
import { addressIn } from '#app/i18n/address';

/**
 * Who may open which page: every route that is no API call needs a row, and one without a row fails the test.
 * The calls of the API carry their audience in their contract. Keys are addresses as Remix knows them.
 */
const rows: Readonly<Record<string, Audience>> = {
  '/': 'public',
  '/*': 'public',
  '/about': 'public',
  // The empty page that the console starts in; what it shows are calls of the API.
  '/admin/*': 'public',
  '/admin/enrol': 'public',
  '/admin/enrol/done': 'public',
  '/api/*': 'public',
  '/api/docs': 'public',
  '/api/docs/:part': 'public',
  '/accessibility': 'public',
  '/blog': 'public',
  '/blog/:slug': 'public',
  '/careers': 'public',
  '/clinic-benefits': 'public',
  '/clinic/application': 'clinic',
  '/clinic/confirm': 'clinic',
  '/clinic/conversation/:offerId': 'clinic-doctor',
  '/clinic/dashboard': 'approved-clinic',
  '/clinic/deal/:id': 'approved-clinic',
  '/clinic/deal/:id/aftercare': 'clinic-doctor',
  // Who is signed in ends it elsewhere, in every state of the application.
  '/clinic/devices': 'clinic',
  '/clinic/email': 'clinic-owner',
  '/clinic/form': 'clinic-manager',
  '/clinic/messages': 'clinic-doctor',
  '/clinic/pending-approval': 'clinic',
  '/clinic/notifications': 'clinic',
  '/clinic/notifications/preferences': 'clinic',
  '/clinic/request/:id': 'approved-clinic',
  '/clinic/request/:id/decline': 'clinic-doctor',
  // Everybody sees who else works there.
  '/clinic/team': 'clinic',
  '/clinic/templates': 'clinic-manager',
  '/clinic/tokens': 'approved-owner',
  '/clinic/webhooks': 'approved-owner',
  '/clinic/profile': 'approved-clinic',
  '/clinic/profile/billing': 'approved-owner',
  '/clinic/profile/doctors': 'clinic-manager',
  '/clinic/profile/documents': 'approved-owner',
  '/clinic/profile/info': 'clinic-manager',
  '/clinic/profile/pictures': 'clinic-manager',
  '/clinic/profile/delete': 'clinic-owner',
  '/clinic/profile/privacy': 'approved-owner',
  '/clinic/profile/verified': 'approved-owner',
  // What guards the account, in every state of the application.
  '/clinic/security': 'clinic',
  // Who is turned down, shut out or still waits must reach the team, too.
  '/clinic/support': 'clinic',
  '/clinic/support/:id': 'clinic',
  '/clinic/support/chat': 'clinic',
  '/clinic-join': 'public',
  '/clinic-login': 'public',
  '/clinic-register': 'public',
  '/consultation': 'patient',
  '/consultation/': 'patient',
  '/consultation/begin': 'patient',
  '/consultation/area': 'patient',
  '/consultation/budget': 'patient',
  '/consultation/locations': 'patient',
  '/consultation/photos': 'patient',
  '/consultation/summary': 'patient',
  '/consultation/treatment': 'patient',
  '/contact': 'public',
  '/conversation/:offerId': 'patient',
  '/conversation/:offerId/view': 'patient',
  '/deal/:id': 'patient',
  '/deal/:id/companions': 'patient',
  '/deal/:id/handover': 'patient',
  '/deal/:id/aftercare': 'patient',
  '/deal/:id/aftercare/:day': 'patient',
  '/deal/:id/aftercare/:day/photo': 'patient',
  '/deal/:id/outcome': 'patient',
  // Outside production only: who reads it reads everybody's codes.
  '/dev/outbox': 'public',
  '/dev/outbox.json': 'public',
  '/dev/outbox/:file': 'public',
  '/faq': 'public',
  '/find-clinics': 'public',
  '/find-clinics/:slug': 'public',
  '/help': 'public',
  '/how-it-works': 'public',
  '/language': 'public',
  '/login': 'public',
  '/logout': 'public',
  '/messages': 'patient',
  '/my-offers': 'patient',
  '/offer/:id': 'patient',
  '/offer/:id/accept': 'patient',
  '/offer/:id/decline': 'patient',
  // The example, for everybody.
  '/offer/sample': 'public',
  '/notifications': 'patient',
  '/notifications/preferences': 'patient',
  '/offers/:id': 'patient',
  '/offers/:id/companions': 'patient',
  '/offline': 'public',
  '/press': 'public',
  '/pricing': 'public',
  '/privacy': 'public',
  '/profile': 'patient',
  '/profile/activity': 'patient',
  '/profile/confirm': 'patient',
  '/profile/delete': 'patient',
  '/profile/devices': 'patient',
  '/profile/email': 'patient',
  '/profile/help': 'patient',
  '/profile/personal': 'patient',
  '/profile/privacy': 'patient',
  '/profile/security': 'patient',
  '/profile/support': 'patient',
  '/profile/support/:id': 'patient',
  '/profile/support/chat': 'patient',
  '/register': 'public',
  '/request-detail/:id': 'patient',
  '/request-detail/:id/cancel': 'patient',
  '/request-detail/:id/change': 'patient',
  '/request-form.js': 'public',
  '/resources': 'public',
  '/robots.txt': 'public',
  '/rules': 'public',
  '/search': 'public',
  // The address itself says whose filter stops mailing.
  '/saved-filter/:token': 'public',
  // A cookie of their own says what they show, and whether it stands.
  '/shared': 'public',
  '/shared/view': 'public',
  '/simple-test': 'public',
  '/site.webmanifest': 'public',
  '/success-stories': 'public',
  '/terms': 'public',
  '/test-treatment': 'patient',
  '/sitemap.xml': 'public',
  '/transparency': 'public',
  '/treatments': 'public',
  '/treatments/:category': 'public',
  '/treatments/:category/:treatment': 'public',
  // The address itself says whose mails it ends.
  '/unsubscribe/:token': 'public',
};

/** Pages that do not exist in production mode. */
export const notInProduction = [
  '/dev/outbox',
  '/dev/outbox.json',
  '/simple-test',
  '/test-treatment',
];

/** Whether an address of the table is there in each language; the page for whatever is nowhere is as well. */
const inLanguage = (locale: (typeof locales)[number], path: string): string =>
  path === '/*' ? `/${locale}/*` : addressIn(locale, path);

/** A page that is there once per language lets in the same people in each. */
export const pageAudiences: Readonly<Record<string, Audience>> = Object.fromEntries(
  locales.flatMap((locale) =>
    Object.entries(rows).map(([path, audience]) => [
      locale === defaultLocale ? path : inLanguage(locale, path),
      audience,
    ]),
  ),
);
