import type { Block, Run } from '#app/content/blocks';
import type { Locale } from '#platform/base/locale';
import { countryCodeOf } from '#app/clinic/place.server';
import { addressIn } from '#app/i18n/address';
import { textIn } from '#app/i18n/server';

/** An object of schema.org, as a page says it to search engines. */
type Structured = Readonly<Record<string, unknown>>;

const context = 'https://schema.org';

/** Whose site this is. */
export const organization = (origin: string, locale: Locale): Structured => ({
  '@context': context,
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: textIn(locale)('common.brand'),
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
  description: textIn(locale)('common.footer.tagline'),
});

/** The way from the first page to this one; the last step is the page itself. */
export const breadcrumbs = (
  { origin, locale }: { readonly origin: string; readonly locale: Locale },
  steps: ReadonlyArray<{ name: string; path: string }>,
): Structured => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + addressIn(locale, path),
  })),
});

interface Procedure {
  readonly name: string;
  readonly description: string;
  readonly address: string;
  /** ISO 8601; null where nobody wrote it down. */
  readonly reviewed: string | null;
  readonly locale: string;
}

/** A page about a treatment. It is for patients and says nothing that we could not stand for. */
export const medicalPage = ({
  name,
  description,
  address,
  reviewed,
  locale,
}: Procedure): Structured => ({
  '@context': context,
  '@type': 'MedicalWebPage',
  '@id': address,
  url: address,
  name,
  description,
  inLanguage: locale,
  ...(reviewed ? { lastReviewed: reviewed } : {}),
  audience: { '@type': 'PeopleAudience', audienceType: 'Patient' },
  about: { '@type': 'MedicalProcedure', name },
});

/** A post of the blog. */
export const blogPosting = (
  post: { title: string; description: string; date: string | null },
  { origin, address, locale }: { origin: string; address: string; locale: Locale },
): Structured => ({
  '@context': context,
  '@type': 'BlogPosting',
  '@id': address,
  url: address,
  headline: post.title,
  description: post.description,
  inLanguage: locale,
  ...(post.date ? { datePublished: post.date } : {}),
  publisher: { '@type': 'Organization', name: textIn(locale)('common.brand'), url: `${origin}/` },
});

const inOneLine = (runs: readonly Run[]): string => runs.map((run) => run.text).join('');

const wordsOf = (block: Block): string => {
  if ('runs' in block) return inOneLine(block.runs);
  if ('items' in block) return block.items.map(inOneLine).join(' ');
  return 'rows' in block ? block.rows.flat().join(' ') : block.text;
};

/** Questions with their answers. */
export const faqPage = (
  questions: ReadonlyArray<{ question: string; answer: readonly Block[] }>,
): Structured => ({
  '@context': context,
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.map(wordsOf).join(' ') },
  })),
});

interface Clinic {
  readonly clinicName: string;
  readonly city: string;
  readonly country: string;
  readonly address: string | null;
  readonly picture: string | null;
  /** Null below the smallest sample. */
  readonly rating: { readonly average: number; readonly count: number } | null;
}

/** A clinic's page; a rating only where enough patients stand behind it. */
export const medicalClinic = (origin: string, clinic: Clinic, address: string): Structured => ({
  '@context': context,
  '@type': 'MedicalClinic',
  '@id': address,
  url: address,
  name: clinic.clinicName,
  address: {
    '@type': 'PostalAddress',
    addressLocality: clinic.city,
    addressCountry: countryCodeOf(clinic.country) ?? clinic.country,
    ...(clinic.address ? { streetAddress: clinic.address } : {}),
  },
  ...(clinic.picture ? { image: `${origin}/api/clinic-pictures/${clinic.picture}?size=full` } : {}),
  ...(clinic.rating
    ? {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: clinic.rating.average,
          reviewCount: clinic.rating.count,
          bestRating: 5,
          worstRating: 1,
        },
      }
    : {}),
});
