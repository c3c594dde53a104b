import type { SubTreatment } from '#contracts/consultation';

/** Prices of others, for orientation as long as too few offers were made here. Each figure stands in the source that is linked. */
const source = {
  /** National average of the surgeon's fee in the United States, in whole dollars; anaesthesia and facility not included. */
  fees: {
    'Rhinoplasty (Nose Job)': 5_350,
    'Breast Augmentation': 3_824,
    Liposuction: 3_518,
    'Tummy Tuck': 6_253,
    Facelift: 7_655,
    'Blepharoplasty (Eyelid)': 3_156,
  } satisfies Partial<Record<SubTreatment, number>> as Partial<Record<SubTreatment, number>>,
  year: 2018,
  name: 'American Society of Plastic Surgeons',
  published: '2019-04-10',
  address:
    'https://www.biospace.com/article/americans-spent-more-than-16-5-billion-on-cosmetic-plastic-surgery-in-2018/',
};

/** A price that somebody else published, with what to say of it. */
export interface PublishedPrice {
  /** US dollars. */
  readonly fee: number;
  readonly year: number;
  readonly source: string;
  /** Day of the publication, YYYY-MM-DD. */
  readonly published: string;
  readonly address: string;
}

/** Null where no source that anybody can read names one. */
export function publishedPriceOf(subTreatment: SubTreatment): PublishedPrice | null {
  const fee = source.fees[subTreatment];
  if (fee === undefined) return null;
  const { year, name, published, address } = source;
  return { fee, year, source: name, published, address };
}
