import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { readFileSync } from 'node:fs';
import type { Locale } from '#platform/base/locale';
import type { Handover, HandoverWords } from './content';

/** The words of the document out of the files of messages. */
export function wordsIn(locale: Locale): HandoverWords {
  const texts = ['common', 'handover'].map(
    (file) =>
      JSON.parse(readFileSync(`languages/${locale}/messages/${file}.json`, 'utf8')) as object,
  );
  const messages = Object.fromEntries(
    Object.entries(Object.assign({}, ...texts) as Record<string, string>).map(([key, text]) => [
      key,
      compileMessage(text),
    ]),
  );
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  return {
    locale,
    text: (key, values) => i18n._(key, values),
    place: ({ address, city, country }) => [address, city, country].filter(Boolean).join(', '),
  };
}

const coded = (code: string, label: string) => ({ code, label });
const usd = (cents: number) => ({ cents, currency: 'USD' as const });
const lira = (cents: number) => ({ cents, currency: 'TRY' as const });

/** Everything that can be given is. */
export const fullHandover: Handover = {
  dealId: '0198b6d2-5b1e-7c3a-9f00-3c2b7a1d4e55',
  requestNumber: 'R-48213',
  patient: { name: 'Amelia Hughes', language: 'en' },
  clinic: {
    name: 'Boğaziçi Dental Clinic',
    city: 'Istanbul',
    country: 'Türkiye',
    address: 'Büyükdere Cad. 112, Şişli',
    phone: '+90 212 555 01 44',
    website: 'https://bogazici-dental.example',
  },
  treatment: {
    category: coded('Dental', 'Dental'),
    treatment: coded('Dental Crown', 'Dental crown'),
    bodyArea: coded('Upper teeth', 'Upper teeth'),
  },
  offered: {
    price: usd(320_000),
    total: usd(345_050),
    lines: [
      {
        label: 'Crowns',
        quantity: 10,
        unit: coded('crowns', 'crowns'),
        brand: 'Zirconia, IPS e.max ZirCAD',
        state: 'included',
        price: null,
      },
      {
        label: 'Anaesthesia',
        quantity: null,
        unit: null,
        brand: null,
        state: 'included',
        price: null,
      },
      {
        label: 'Hotel',
        quantity: 5,
        unit: coded('nights', 'nights'),
        brand: null,
        state: 'extra',
        price: usd(25_050),
      },
      { label: 'Medication', quantity: null, unit: null, brand: null, state: 'extra', price: null },
      {
        label: 'Interpreter',
        quantity: null,
        unit: null,
        brand: null,
        state: 'not-needed',
        price: null,
      },
      {
        label: 'Revision',
        quantity: null,
        unit: null,
        brand: null,
        state: 'not-stated',
        price: null,
      },
    ],
    assumptions: [
      { text: 'No root canal treatment is needed.', surcharge: usd(9_000) },
      { text: 'The gums are healthy.', surcharge: null },
    ],
    guaranteeMonths: 60,
    offeredOn: '2026-09-02',
    acceptedOn: '2026-09-05',
    seal: { hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', version: 2 },
  },
  done: {
    treatedOn: '2026-10-14',
    confirmedBy: 'both',
    finalPrices: { patient: usd(345_050), clinic: usd(345_050) },
  },
  used: {
    materials: [
      { name: 'IPS e.max ZirCAD Prime', maker: 'Ivoclar Vivadent', lot: 'Z03K8V' },
      { name: 'Panavia V5 cement', maker: 'Kuraray Noritake', lot: '5F0093' },
      { name: 'Temporary crown resin', maker: null, lot: null },
    ],
    plan: 'Eat nothing hard for three days.\nBrush twice a day, with a soft brush for the first two weeks.\n\nA check after six months, then every year: write to us for a date, or see your own dentist and send us the X-ray.',
    person: {
      name: 'Dr Selin Yıldız',
      role: 'Dentist in charge',
      phone: '+90 532 555 01 45',
      email: 'selin@bogazici-dental.example',
    },
    givenOn: '2026-10-15',
  },
  emergency: { number: '112', country: 'Türkiye' },
  zone: 'Europe/Istanbul',
  madeAt: '2026-10-15T09:30:00.000Z',
};

/** Nothing is given that may be missing. */
export const emptyHandover: Handover = {
  ...fullHandover,
  patient: { name: null, language: 'en' },
  clinic: {
    name: 'Clinic',
    city: null,
    country: null,
    address: null,
    phone: null,
    website: null,
  },
  treatment: { ...fullHandover.treatment, bodyArea: null },
  offered: {
    price: usd(320_000),
    total: null,
    lines: [],
    assumptions: [],
    guaranteeMonths: null,
    offeredOn: null,
    acceptedOn: null,
    seal: null,
  },
  done: { treatedOn: null, confirmedBy: null, finalPrices: { patient: null, clinic: null } },
  used: { materials: [], plan: null, person: null, givenOn: null },
  emergency: null,
};

/** With every letter that Turkish has besides, and its currency. */
export const turkishHandover: Handover = {
  ...fullHandover,
  patient: { name: 'Iğdır Şükrü Çağlayan', language: 'tr' },
  clinic: { ...fullHandover.clinic, name: 'İzmir Gülüş Kliniği', city: 'İzmir' },
  treatment: {
    category: coded('Dental', 'Diş'),
    treatment: coded('Dental Crown', 'Diş kronu'),
    bodyArea: coded('Upper teeth', 'Üst dişler'),
  },
  offered: {
    ...fullHandover.offered,
    price: lira(12_500_000),
    total: lira(13_250_050),
    lines: [
      {
        label: 'Kronlar',
        quantity: 10,
        unit: coded('crowns', 'kron'),
        brand: 'Zirkonyum',
        state: 'included',
        price: null,
      },
      {
        label: 'Otel',
        quantity: 5,
        unit: coded('nights', 'gece'),
        brand: null,
        state: 'extra',
        price: lira(750_050),
      },
    ],
    assumptions: [{ text: 'Kanal tedavisi gerekmiyor.', surcharge: lira(350_000) }],
  },
  done: {
    treatedOn: '2026-10-14',
    confirmedBy: 'silence',
    finalPrices: { patient: null, clinic: lira(13_250_050) },
  },
  used: {
    ...fullHandover.used,
    plan: 'Üç gün boyunca sert bir şey yemeyin.\nİlk iki hafta yumuşak fırça kullanın; ağrı ya da şişlik olursa bize yazın.',
    person: { name: 'Dr. Işıl Öztürk', role: 'Sorumlu doktor', phone: null, email: null },
  },
};

/** As much as the product takes: a plan of 4,000 characters, 20 materials, 40 lines. */
export const longHandover: Handover = {
  ...fullHandover,
  offered: {
    ...fullHandover.offered,
    lines: Array.from({ length: 40 }, (_, index) => ({
      label: `Line ${index + 1} of the offer`,
      quantity: index + 1,
      unit: coded('sessions', 'sessions'),
      brand: index % 2 === 0 ? 'A make with a name that says what it is made of and where' : null,
      state: index % 3 === 0 ? ('extra' as const) : ('included' as const),
      price: index % 3 === 0 ? usd(10_000 + index) : null,
    })),
  },
  used: {
    ...fullHandover.used,
    materials: Array.from({ length: 20 }, (_, index) => ({
      name: `Material ${index + 1}`,
      maker: 'A maker of materials',
      lot: `LOT-${1_000 + index}`,
    })),
    plan: Array.from(
      { length: 40 },
      (_, index) =>
        `Day ${index + 1}: rest, drink water, keep the wound dry, and write to us when anything hurts.`,
    )
      .join('\n')
      .slice(0, 3_980)
      .concat('\nEnd of the plan.'),
  },
};
