import type { Locale } from '#platform/base/locale';
import { isComputed, type SiteContent, siteContentSchema, type StoredContent } from './contract';

/** A part of the site's content: a key of `StoredContent`. */
export type PartKey = keyof StoredContent;

export const partKeys = Object.keys(siteContentSchema.shape).sort() as PartKey[];

export const isPartKey = (key: string): key is PartKey =>
  (partKeys as readonly string[]).includes(key);

/** A value in the form of its part; null when it does not fit. */
export const readPart = (key: PartKey, value: unknown): unknown =>
  siteContentSchema.shape[key].safeParse(value).data ?? null;

interface Claim {
  readonly confirmed: boolean;
}

/** The claims of a part; none where a part claims nothing. */
export const claimsOf = (value: unknown): Claim[] =>
  Array.isArray(value) ? value.filter(isClaim) : [];

const isClaim = (entry: unknown): entry is Claim =>
  typeof (entry as Partial<Claim> | null)?.confirmed === 'boolean';

const words = ({ confirmed: _confirmed, ...claim }: Claim): string => JSON.stringify(claim);

/** A claim counts as vouched for when somebody vouched for these very words, whatever the value itself says; what is counted needs nobody. */
export function keepConfirmations(value: unknown, vouched: unknown): unknown {
  if (!Array.isArray(value) || !value.every(isClaim)) return value;
  const known = new Set(
    claimsOf(vouched)
      .filter(({ confirmed }) => confirmed)
      .map(words),
  );
  return value.map((claim) => ({
    ...claim,
    confirmed: isComputed(claim) || known.has(words(claim)),
  }));
}

const unconfirmed = { confirmed: false };

/**
 * What the site says until staff change it: figures, counts and badges, and three
 * examples of testimonials without a name. All of it is left out of the site until a member of staff confirms it.
 */
export const defaultContent: StoredContent = {
  announcements: [],
  figures: [
    { key: 'patients', source: 'configured', value: '50K+', ...unconfirmed },
    { key: 'clinics', source: 'configured', value: '1,200+', ...unconfirmed },
    { key: 'countries', source: 'configured', value: '85+', ...unconfirmed },
    { key: 'success', source: 'configured', value: '98%', ...unconfirmed },
  ],
  popularTreatments: [
    { name: { en: 'Dental', tr: 'Diş' }, picture: 'dental', count: '2,500+', ...unconfirmed },
    {
      name: { en: 'Hair transplant', tr: 'Saç ekimi' },
      picture: 'hair',
      count: '1,800+',
      ...unconfirmed,
    },
    {
      name: { en: 'Cosmetic surgery', tr: 'Estetik cerrahi' },
      picture: 'cosmetic',
      count: '1,200+',
      ...unconfirmed,
    },
    {
      name: { en: 'Dermatology', tr: 'Dermatoloji' },
      picture: 'dermatology',
      count: '900+',
      ...unconfirmed,
    },
    {
      name: { en: 'Eye surgery', tr: 'Göz cerrahisi' },
      picture: 'eye',
      count: '600+',
      ...unconfirmed,
    },
    {
      name: { en: 'Orthopedics', tr: 'Ortopedi' },
      picture: 'joint',
      count: '400+',
      ...unconfirmed,
    },
  ],
  testimonials: [
    {
      quote: {
        en: 'I had four offers to compare after two days, and paid 40% less than I was quoted at home.',
        tr: 'İki gün sonra karşılaştırabileceğim dört teklifim vardı ve ülkemde istenenden %40 daha az ödedim.',
      },
      attribution: '',
      ...unconfirmed,
    },
    {
      quote: {
        en: 'I knew the doctor, the price and what was included before I booked a flight.',
        tr: 'Uçak biletimi almadan önce doktoru, fiyatı ve nelerin dahil olduğunu biliyordum.',
      },
      attribution: '',
      ...unconfirmed,
    },
    {
      quote: {
        en: 'Nobody had my number. I read the offers at night and answered when I was ready.',
        tr: 'Numaram kimsede yoktu. Teklifleri gece okudum, hazır olduğumda yanıtladım.',
      },
      attribution: '',
      ...unconfirmed,
    },
  ],
  badges: [
    { label: { en: 'SSL Secured', tr: 'SSL Güvenli' }, ...unconfirmed },
    { label: { en: 'HIPAA Compliant', tr: 'HIPAA Uyumlu' }, ...unconfirmed },
    { label: { en: 'Verified Clinics', tr: 'Doğrulanmış Klinikler' }, ...unconfirmed },
  ],
  contact: { email: null, phone: null, address: null },
};

const isWords = (value: object): value is Record<Locale, string> => 'en' in value && 'tr' in value;

function chosen(value: unknown, language: Locale): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => chosen(one, language));
  if (isWords(value)) return value[language] || value.en;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, chosen(one, language)]),
  );
}

/** Everything in one language; what has no words in it is shown in English. */
export const inLanguage = (content: StoredContent, language: Locale): SiteContent =>
  chosen(content, language) as SiteContent;
