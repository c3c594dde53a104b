import { shownPhone } from '#contracts/identity';
import { isolatedIn, type Locale } from '#platform/base/locale';
import { type Handover, type HandoverWords, type Money, type OfferedLine } from './content';

/** A value, or the words that say that there is none. */
export interface Given {
  readonly text: string;
  readonly isMissing?: boolean;
  /** The same without its price, for readers whom the price does not concern; empty where nothing is left. */
  readonly unpriced?: string;
}

export interface Pair {
  readonly label: string;
  readonly value: Given;
  /** A second line below the value. */
  readonly more?: string;
}

export interface Column {
  readonly title: string;
  /** Of the width; those of a table add up to 1. */
  readonly share: number;
}

/** What a section is made of, in the order in which it is read. */
export type Block =
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      /** A cell is its text and, where there is more to say, a second line. */
      readonly rows: ReadonlyArray<ReadonlyArray<readonly Given[]>>;
    }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly Given[] }
  | { readonly kind: 'prose'; readonly title: string; readonly paragraphs: readonly Given[] }
  | { readonly kind: 'notice'; readonly value: Given };

export const sectionNames = ['offered', 'done', 'used', 'whom'] as const;
export type SectionName = (typeof sectionNames)[number];

export interface Section {
  readonly name: SectionName;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** What a handover says, in words and in order, without a look: PDF, FHIR's narrative and a page to print are made of it. */
export interface HandoverDocument {
  /** Names no person: it becomes the title of the file. */
  readonly title: string;
  readonly locale: Locale;
  /** As {@link Handover.madeAt}. */
  readonly madeAt: string;
  /** At the foot of each page, with `{page}` and `{pages}` in the place of the numbers. */
  readonly page: string;
  readonly heading: string;
  readonly request: string;
  readonly brand: string;
  readonly lead: string;
  /** That this is a record and no medical advice. */
  readonly record: string;
  readonly made: string;
  readonly summary: readonly Pair[];
  readonly sections: readonly Section[];
}

interface Says {
  readonly text: HandoverWords['text'];
  readonly place: HandoverWords['place'];
  /** What belongs together, with the comma of the language. */
  readonly joined: (parts: ReadonlyArray<string | null | undefined>) => string;
  readonly number: (phone: string | null) => string | null;
  /** What a person typed, in its own direction. */
  readonly given: (text: string | null | undefined) => Given;
  /** Words of ours, in which each part has its own. */
  readonly said: (text: string | null) => Given;
  readonly day: (day: string | null) => Given;
  readonly money: (money: Money | null) => Given;
  readonly amount: (money: Money) => string;
  readonly figure: (value: number) => string;
}

function speak({ locale, text, place }: HandoverWords): Says {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const figures = new Intl.NumberFormat(locale);
  // The sign of a currency keeps the order of its own letters beside figures in a text from right to left.
  const amount = ({ cents, currency }: Money): string =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
      maximumFractionDigits: 2,
    })
      .formatToParts(cents / 100)
      .map(({ type, value }) => (type === 'currency' ? isolatedIn(locale, value) : value))
      .join('');
  const missing: Given = { text: text('handover.not-given'), isMissing: true };
  return {
    text,
    place,
    joined: (parts) =>
      parts
        .filter((part) => Boolean(part?.trim()))
        .reduce<string>(
          (one, other) => (one ? text('handover.joined', { one, other: other! }) : other!),
          '',
        ),
    number: (phone) => phone && shownPhone(phone),
    amount,
    given: (words) => (words?.trim() ? { text: isolatedIn(locale, words.trim()) } : missing),
    said: (words) => (words ? { text: words } : missing),
    day: (day) => (day === null ? missing : { text: days.format(new Date(`${day}T00:00:00Z`)) }),
    money: (money) =>
      money === null ? { ...missing, unpriced: '' } : { text: amount(money), unpriced: '' },
    figure: (value) => figures.format(value),
  };
}

/** The instant at which it was made, as clocks show it where the clinics are, and the name of that time. */
const madeIn = (locale: string, { madeAt, zone }: Handover): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  })
    .format(new Date(madeAt))
    .replace(/\u202f/g, ' ');

function summaryOf(handover: Handover, says: Says, locale: string): Pair[] {
  const { text, given, said, day, joined } = says;
  const { patient, clinic, treatment, done } = handover;
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(patient.language);
  const kind = joined([treatment.category.label, treatment.bodyArea?.label]);
  return [
    { label: text('handover.patient'), value: given(patient.name) },
    { label: text('handover.language'), value: given(language) },
    { label: text('handover.treatment'), value: given(treatment.treatment.label) },
    { label: text('handover.kind'), value: said(kind) },
    { label: text('handover.clinic'), value: given(clinic.name) },
    { label: text('handover.treated-on'), value: day(done.treatedOn) },
  ];
}

function quantityOf({ quantity, unit }: OfferedLine, { figure }: Says): string {
  if (quantity === null) return '';
  return unit ? `${figure(quantity)} ${unit.label}` : figure(quantity);
}

function stateOf({ state, price }: OfferedLine, { text, amount }: Says): Given {
  const word = text(`handover.state.${state}`);
  if (state === 'extra' && price !== null)
    return { text: text('handover.extra-price', { price: amount(price) }), unpriced: word };
  return { text: word, isMissing: state === 'not-stated' };
}

function linesOf(handover: Handover, says: Says): Block {
  const { text, given } = says;
  return {
    kind: 'table',
    columns: [
      { title: text('handover.line'), share: 0.5 },
      { title: text('handover.quantity'), share: 0.22 },
      { title: text('handover.state'), share: 0.28 },
    ],
    rows: handover.offered.lines.map((line) => [
      [given(line.label), ...(line.brand?.trim() ? [given(line.brand)] : [])],
      [{ text: quantityOf(line, says) }],
      [stateOf(line, says)],
    ]),
  };
}

function assumptionsOf(handover: Handover, { text, given, amount }: Says): Block[] {
  const items = handover.offered.assumptions.map(({ text: words, surcharge }): Given => {
    if (surcharge === null) return given(words);
    const values = { assumption: words.trim(), price: amount(surcharge) };
    return { text: text('handover.assumption-costs', values), unpriced: words.trim() };
  });
  return items.length === 0 ? [] : [{ kind: 'list', title: text('handover.assumptions'), items }];
}

function guaranteeOf(months: number | null, { text, given }: Says): Given {
  if (months === null) return given(null);
  return {
    text:
      months === 0
        ? text('handover.no-guarantee')
        : text('handover.months', { months: String(months) }),
  };
}

function sealOf({ seal }: Handover['offered'], { text, given }: Says): Pair {
  const label = text('handover.seal');
  if (seal === null) return { label, value: given(null) };
  const version = text('handover.seal-of', { version: String(seal.version) });
  return { label, value: given(version), more: text('handover.seal-hash', { hash: seal.hash }) };
}

function offeredOf(handover: Handover, says: Says): Block[] {
  const { text, given, day, money } = says;
  const { price, total, lines, guaranteeMonths, offeredOn, acceptedOn } = handover.offered;
  const noLines: Block = {
    kind: 'pairs',
    pairs: [{ label: text('handover.line'), value: given(null) }],
  };
  return [
    {
      kind: 'pairs',
      pairs: [
        { label: text('handover.price'), value: money(price) },
        { label: text('handover.total'), value: money(total) },
        { label: text('handover.offered-on'), value: day(offeredOn) },
        { label: text('handover.accepted-on'), value: day(acceptedOn) },
        { label: text('handover.guarantee'), value: guaranteeOf(guaranteeMonths, says) },
        sealOf(handover.offered, says),
      ],
    },
    lines.length === 0 ? noLines : linesOf(handover, says),
    ...assumptionsOf(handover, says),
  ];
}

function doneOf(handover: Handover, { text, given, day, money }: Says): Block[] {
  const { treatedOn, confirmedBy, finalPrices } = handover.done;
  const confirmed = confirmedBy === null ? null : text(`handover.confirmed.${confirmedBy}`);
  return [
    {
      kind: 'pairs',
      pairs: [
        { label: text('handover.treatment'), value: given(handover.treatment.treatment.label) },
        { label: text('handover.body-area'), value: given(handover.treatment.bodyArea?.label) },
        { label: text('handover.treated-on'), value: day(treatedOn) },
        { label: text('handover.confirmed'), value: given(confirmed) },
        { label: text('handover.paid.patient'), value: money(finalPrices.patient) },
        { label: text('handover.paid.clinic'), value: money(finalPrices.clinic) },
      ],
    },
  ];
}

function usedOf({ used }: Handover, { text, given, day }: Says): Block[] {
  const { materials, plan, givenOn } = used;
  const paragraphs = (plan ?? '').split('\n').filter((line) => line.trim());
  return [
    materials.length === 0
      ? { kind: 'pairs', pairs: [{ label: text('handover.materials'), value: given(null) }] }
      : {
          kind: 'table',
          columns: [
            { title: text('handover.material'), share: 0.44 },
            { title: text('handover.maker'), share: 0.28 },
            { title: text('handover.lot'), share: 0.28 },
          ],
          rows: materials.map(({ name, maker, lot }) => [
            [given(name)],
            [given(maker)],
            [given(lot)],
          ]),
        },
    paragraphs.length === 0
      ? { kind: 'pairs', pairs: [{ label: text('handover.plan'), value: given(null) }] }
      : { kind: 'prose', title: text('handover.plan'), paragraphs: paragraphs.map(given) },
    { kind: 'pairs', pairs: [{ label: text('handover.given-on'), value: day(givenOn) }] },
  ];
}

function whomOf({ used, clinic, emergency }: Handover, says: Says): Block[] {
  const { text, place, given, said, number, joined } = says;
  const { person } = used;
  const named = person && joined([person.name, person.role]);
  const ofPerson = person && [
    { label: text('handover.person-phone'), value: given(number(person.phone)) },
    { label: text('handover.person-email'), value: given(person.email) },
  ];
  return [
    {
      kind: 'pairs',
      pairs: [
        { label: text('handover.person'), value: said(named) },
        ...(ofPerson ?? []),
        { label: text('handover.clinic'), value: given(clinic.name) },
        { label: text('handover.address'), value: said(place(clinic)) },
        { label: text('handover.phone'), value: given(number(clinic.phone)) },
        { label: text('handover.website'), value: given(clinic.website) },
      ],
    },
    {
      kind: 'notice',
      value: emergency
        ? { text: text('handover.emergency', { ...emergency }) }
        : { text: text('handover.no-emergency'), isMissing: true },
    },
  ];
}

/** What a handover says, in one language. */
export function handoverDocument(handover: Handover, words: HandoverWords): HandoverDocument {
  const { text, locale } = words;
  const says = speak(words);
  const heading = text('handover.title');
  const request = text('handover.request', { number: handover.requestNumber });
  const blocks: Record<SectionName, readonly Block[]> = {
    offered: offeredOf(handover, says),
    done: doneOf(handover, says),
    used: usedOf(handover, says),
    whom: whomOf(handover, says),
  };
  return {
    title: `${heading}: ${request}`,
    locale,
    madeAt: handover.madeAt,
    page: text('handover.page', { page: '{page}', pages: '{pages}' }),
    heading,
    request,
    brand: text('common.brand'),
    lead: text('handover.lead', {
      treatment: handover.treatment.treatment.label,
      clinic: handover.clinic.name,
    }),
    record: text('handover.record'),
    made: text('handover.made', { date: madeIn(locale, handover) }),
    summary: summaryOf(handover, says, locale),
    sections: sectionNames.map((name) => ({
      name,
      title: text(`handover.section.${name}`),
      blocks: blocks[name],
    })),
  };
}
