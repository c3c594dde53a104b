import type { Currency, ItemState } from '#contracts/offers';
import type { Locale } from '#platform/base/locale';

/** A day of the calendar, YYYY-MM-DD, without a time zone. */
export type Day = string;

/** An amount in cents of its currency. */
export interface Money {
  readonly cents: number;
  readonly currency: Currency;
}

/** A value of a closed list: as it is stored, and as people read it in the language of the document. */
export interface Coded {
  readonly code: string;
  readonly label: string;
}

/** One line of the accepted offer. */
export interface OfferedLine {
  readonly label: string;
  /** How many of {@link OfferedLine.unit}; null where the clinic named none. */
  readonly quantity: number | null;
  readonly unit: Coded | null;
  /** Make or material, as the clinic typed it. */
  readonly brand: string | null;
  readonly state: ItemState;
  /** Of an extra that has a price of its own. */
  readonly price: Money | null;
}

/** What the accepted price rested on. */
export interface OfferedAssumption {
  readonly text: string;
  /** What it costs besides where it does not hold; null where the clinic named no figure. */
  readonly surcharge: Money | null;
}

/** The revision that the patient accepted. Source: the sealed offer. */
export interface Offered {
  /** The amount of the offer, without extras. */
  readonly price: Money;
  /** With every extra that has a price; null where there is none. */
  readonly total: Money | null;
  readonly lines: readonly OfferedLine[];
  readonly assumptions: readonly OfferedAssumption[];
  /** In months; 0 is none, null is not stated. */
  readonly guaranteeMonths: number | null;
  readonly offeredOn: Day | null;
  readonly acceptedOn: Day | null;
  /** By which both sides can show that the offer is the one that was accepted. */
  readonly seal: { readonly hash: string; readonly version: number } | null;
}

/** Source: the deal. */
export interface Done {
  readonly treatedOn: Day | null;
  /** Both sides said so, one did and the other was silent, or staff decided. */
  readonly confirmedBy: 'both' | 'silence' | 'staff' | null;
  /** What each side says was paid in the end. */
  readonly finalPrices: { readonly patient: Money | null; readonly clinic: Money | null };
}

/** An implant, a filler, a crown: what stays in the body or touched it. */
export interface Material {
  readonly name: string;
  readonly maker: string | null;
  /** The maker's lot or batch number, by which a recall finds it. */
  readonly lot: string | null;
}

/** Whom the clinic names for questions after the treatment. */
export interface PersonToReach {
  readonly name: string;
  readonly role: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** Source: what the clinic typed after the treatment; all of it may be missing. */
export interface Used {
  readonly materials: readonly Material[];
  /** The aftercare plan, in the clinic's words; line feeds separate paragraphs. */
  readonly plan: string | null;
  readonly person: PersonToReach | null;
  /** When the clinic gave it. */
  readonly givenOn: Day | null;
}

/** The clinic as it was when the treatment was confirmed. */
export interface TreatingClinic {
  readonly name: string;
  readonly city: string | null;
  /** By its English name, or as the clinic wrote it. */
  readonly country: string | null;
  readonly address: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly website: string | null;
}

/**
 * All that the handover pack of one treatment says: plain data, read by whoever makes the pack, in the language of the
 * document. What is null stands in the document as "not given". Nothing in it is masked: both sides know each other by now.
 */
export interface Handover {
  /** Uuid of the deal. */
  readonly dealId: string;
  /** The number of the request, as people see it. */
  readonly requestNumber: string;
  readonly patient: {
    readonly name: string | null;
    /** BCP 47: in which language the patient wants to be spoken to. */
    readonly language: string;
  };
  readonly clinic: TreatingClinic;
  readonly treatment: {
    readonly category: Coded;
    readonly treatment: Coded;
    readonly bodyArea: Coded | null;
  };
  readonly offered: Offered;
  readonly done: Done;
  readonly used: Used;
  /** Of the country in which the patient is now. */
  readonly emergency: { readonly number: string; readonly country: string } | null;
  /** Where the clinic is (IANA): by its clock the document says when it was made. */
  readonly zone: string;
  /** An instant, ISO 8601 in UTC: the same handover made at the same instant gives the same bytes. */
  readonly madeAt: string;
}

/** The words of the document: one language, and its texts by their keys (`languages/<code>/messages/handover.json`). */
export interface HandoverWords {
  readonly locale: Locale;
  readonly text: (key: string, values?: Readonly<Record<string, string>>) => string;
  /** Street, city and country in one line, as its reader writes them; empty where none is given. */
  readonly place: (clinic: Pick<TreatingClinic, 'address' | 'city' | 'country'>) => string;
}

/** Every text in a value, however deep it lies. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
