import type { OfferDto, TranslatedOffer } from '#contracts/offers';
import type { TranslatingDto } from '#contracts/translations';
import {
  InWords,
  TranslateForm,
  TranslationConsent,
  TranslationNote,
  useHeardAgain,
} from '../translation/translated';
import type { OfferWords } from './offer-body';

/** Where the clinic's message stands on the page of its offer. */
const place = 'words';

interface OfferInWordsProps {
  offer: Pick<OfferDto, '_id' | 'message' | 'availability' | 'assumptions'>;
  translation: TranslatedOffer | null;
  translating: TranslatingDto;
  /** What the reader has to agree to first. */
  agreement: string | null;
}

/** The clinic's words in the reader's language where they were asked for; else the way to have them so. */
export function useOfferInWords({
  offer,
  translation,
  translating,
  agreement,
}: OfferInWordsProps): OfferWords {
  const ref = useHeardAgain(offer._id, translation !== null);
  const path = `/offer/${offer._id}`;
  if (!translation)
    return {
      message: (
        <p id={place} className="measure whitespace-pre-line wrap-anywhere">
          {offer.message}
        </p>
      ),
      below: agreement ? (
        <div className="mt-4 print:hidden">
          <TranslationConsent path={path} text={agreement} />
        </div>
      ) : translating ? (
        <div className="print:hidden">
          <TranslateForm id={offer._id} path={path} describedBy={place} />
        </div>
      ) : null,
    };
  const { message, availability, assumptions } = translation;
  return {
    message: (
      <div id={place} ref={ref} tabIndex={-1} className="measure">
        <InWords original={offer.message} text={message} translated={translation}>
          <TranslationNote translated={translation} />
        </InWords>
      </div>
    ),
    availability: offer.availability && availability && (
      <InWords original={offer.availability} text={availability} translated={translation} />
    ),
    assumptions: offer.assumptions.map(({ text }, n) => (
      <InWords key={n} original={text} text={assumptions[n] ?? text} translated={translation} />
    )),
  };
}
