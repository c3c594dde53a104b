import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { days, hours, type Duration } from '#platform/base/duration';
import { registrationKept } from '../modules/clinic-onboarding/commands.server';
import {
  looseDocumentDays,
  rejectedDocumentDays,
} from '../modules/clinic-onboarding/documents/documents.server';
import { keptFor as keptOfCases } from '../modules/casework/rules';
import { keptAfterEnd } from '../modules/companions/rules';
import { unattachedDays } from '../modules/consultation/commands/photos.server';
import { keptFor } from '../modules/identity/privacy.server';
import { closedLeadMonths } from '../modules/leads/rules';
import { knownBrowserLife } from '../modules/identity/rules';
import { keptFor as keptNotices } from '../modules/notifications/commands/messages.server';
import { goneMonths } from '../modules/twins/values';
import { ticketsKept } from '../modules/support/rules';
import { keptAfterEnd as keptDeliveries, keptOfBrowsers } from '../modules/webhooks/rules';

/** Whole units, or the page would say something else than what is done. */
const whole = (length: Duration, unit: Duration): number => {
  expect(length % unit).toBe(0);
  return length / unit;
};
const inDays = (length: Duration): number => whole(length, days(1));
/** 24 months are two years of 365 days. */
const inMonths = (length: Duration): number => 12 * whole(length, days(365));

/** What the page has to say, from what the jobs do; in the order of the page. */
const promised = {
  drafts: unattachedDays.defaults('production'),
  requests: closedLeadMonths.defaults('production'),
  codes: whole(keptFor.codes, hours(1)),
  browsers: inDays(knownBrowserLife),
  sessions: inDays(keptFor.sessions),
  links: inDays(keptAfterEnd),
  tickets: inMonths(ticketsKept.account),
  visitors: inDays(ticketsKept.visitor),
  notes: inMonths(keptOfCases.notes),
  notices: inDays(keptNotices.notices),
  mails: inDays(keptNotices.mails),
  deliveries: inDays(keptDeliveries),
  /** Half a year. */
  rejected: Math.round((rejectedDocumentDays.defaults('production') * 12) / 365),
  registrations: inDays(registrationKept),
  loose: looseDocumentDays.defaults('production'),
  gone: goneMonths,
};

const pages = {
  en: {
    heading: '## How long we keep it',
    lines: [
      `- Drafts that are not sent: ${promised.drafts} days. A profile that you began to fill in and did not finish: one day.`,
      `- Closed requests: ${promised.requests} months.`,
      `- One-time codes: ${promised.codes} hours.`,
      `- Which browsers have signed in with your number: ${promised.browsers} days after the last time.`,
      `- Ended sessions: ${promised.sessions} days.`,
      `- Links to relatives, with their notes: ${promised.links} days after they have ended.`,
      `- Questions to our team: ${promised.tickets} months after they were closed; where you wrote without an account, ${promised.visitors} days.`,
      `- What our team notes for itself about a request, a deal or a question: ${promised.notes} months, and not longer than your account. About a clinic: as long as its account.`,
      `- Notices on your pages: ${promised.notices} days. That we sent you a mail, without its words: ${promised.mails} days.`,
      `- What was sent to the software of a clinic, ids only: ${promised.deliveries} days. What was sent to your browsers: one day.`,
      `- Documents of a clinic that was turned down: ${promised.rejected} months. A clinic's registration that was not finished: ${promised.registrations} days, its documents ${promised.loose} days.`,
      `- Of a clinic that left: hashes of its licence number and documents, which nobody can read back, ${promised.gone} months, so that a false clinic is known again.`,
    ],
  },
  tr: {
    heading: '## Ne kadar süreyle saklıyoruz?',
    lines: [
      `- Gönderilmemiş taslaklar: ${promised.drafts} gün. Doldurmaya başlayıp bitirmediğiniz bir profil: bir gün.`,
      `- Kapanmış talepler: ${promised.requests} ay.`,
      `- Tek kullanımlık kodlar: ${promised.codes} saat.`,
      `- Numaranızla hangi tarayıcılardan giriş yapıldığı: son girişten sonra ${promised.browsers} gün.`,
      `- Sona ermiş oturumlar: ${promised.sessions} gün.`,
      `- Yakınlarınıza verdiğiniz bağlantılar ve notları: sona erdikten sonra ${promised.links} gün.`,
      `- Ekibimize sorduklarınız: kapatıldıktan sonra ${promised.tickets} ay; hesabınız olmadan yazdıysanız ${promised.visitors} gün.`,
      `- Ekibimizin bir talep, anlaşma veya soru hakkında kendisi için aldığı notlar: ${promised.notes} ay; hesabınız silinirse o zamana kadar. Bir klinik hakkındakiler: kliniğin hesabı durdukça.`,
      `- Sayfalarınızdaki bildirimler: ${promised.notices} gün. Size bir e-posta gönderdiğimiz bilgisi, içeriği olmadan: ${promised.mails} gün.`,
      `- Bir kliniğin yazılımına, ad ve söz olmadan gönderilenler: ${promised.deliveries} gün. Tarayıcılarınıza gönderilenler: bir gün.`,
      `- Başvurusu reddedilen bir kliniğin belgeleri: ${promised.rejected} ay. Tamamlanmamış bir klinik kaydı: ${promised.registrations} gün, belgeleri ${promised.loose} gün.`,
      `- Ayrılan bir klinikten: ruhsat numarasının ve belgelerinin, kimsenin geri okuyamayacağı özetleri ${promised.gone} ay; sahte bir kliniği yeniden tanıyabilmek için.`,
    ],
  },
};
/** What no job of ours ends yet. */
const others = { en: ['- Records of access:'], tr: ['- Erişim kayıtları:'] };

it.each(['en', 'tr'] as const)('the privacy page (%s) promises what the jobs do', (language) => {
  const { heading, lines } = pages[language];
  const text = readFileSync(`languages/${language}/content/privacy.md`, 'utf8');
  const section = text.slice(text.indexOf(heading)).split('\n## ')[0]!;
  const said = section.split('\n').filter((line) => line.startsWith('- '));
  expect(said.filter((line) => !others[language].some((other) => line.startsWith(other)))).toEqual(
    lines,
  );
  expect([keptFor.profileDrafts, keptOfBrowsers].map(inDays)).toEqual([1, 1]);
});
