import type { Audience } from '#platform/call';

/**
 * Who may open which page: every route that is no API call needs a row, and one without a row fails the test.
 * The calls of the API carry their audience in their contract. Keys are addresses as Remix knows them.
 */
export const pageAudiences: Readonly<Record<string, Audience>> = {
  '/': 'public',
  '/*': 'public',
  '/about': 'public',
  // The empty page that the console starts in; what it shows are calls of the API.
  '/admin/*': 'public',
  '/admin/enrol': 'public',
  '/admin/enrol/done': 'public',
  '/api/*': 'public',
  '/api/docs': 'public',
  '/blog': 'public',
  '/careers': 'public',
  '/clinic-benefits': 'public',
  '/clinic/application': 'clinic',
  '/clinic/confirm': 'clinic',
  '/clinic/dashboard': 'approved-clinic',
  '/clinic/email': 'clinic',
  '/clinic/pending-approval': 'clinic',
  // What guards the account, in every state of the application.
  '/clinic/security': 'clinic',
  '/clinic-login': 'public',
  '/clinic-register': 'public',
  '/consultation': 'patient',
  '/consultation/': 'patient',
  '/consultation/area': 'patient',
  '/consultation/budget': 'patient',
  '/consultation/locations': 'patient',
  '/consultation/photos': 'patient',
  '/consultation/summary': 'patient',
  '/consultation/treatment': 'patient',
  '/contact': 'public',
  // Outside production only: who reads it reads everybody's codes.
  '/dev/outbox': 'public',
  '/dev/outbox.json': 'public',
  '/dev/outbox/:file': 'public',
  '/faq': 'public',
  '/find-clinics': 'public',
  '/help': 'public',
  '/how-it-works': 'public',
  '/login': 'public',
  '/logout': 'public',
  '/my-offers': 'patient',
  '/offers/:id': 'patient',
  '/offline': 'public',
  '/press': 'public',
  '/pricing': 'public',
  '/privacy': 'public',
  '/profile': 'patient',
  '/profile/confirm': 'patient',
  '/profile/devices': 'patient',
  '/profile/email': 'patient',
  '/profile/help': 'patient',
  '/profile/personal': 'patient',
  '/profile/security': 'patient',
  '/register': 'public',
  '/request-detail/:id': 'patient',
  '/request-detail/:id/cancel': 'patient',
  '/resources': 'public',
  '/simple-test': 'public',
  '/site.webmanifest': 'public',
  '/success-stories': 'public',
  '/terms': 'public',
  '/test-treatment': 'patient',
  '/treatments': 'public',
};

/** Pages that do not exist in production mode. */
export const notInProduction = [
  '/dev/outbox',
  '/dev/outbox.json',
  '/simple-test',
  '/test-treatment',
];
