import type { Category, SubTreatment } from '#contracts/consultation';
import type { declineCauses, DeclineReason, OfferStatus } from './status';

/** An offer as its clinic sees it in its lists. */
export interface BidCard {
  /** The offer's. */
  readonly id: string;
  readonly leadId: string;
  /** Abbreviated: 'Sarah M.'. */
  readonly patient: string;
  readonly treatment: Category;
  readonly subTreatment: SubTreatment;
  readonly status: OfferStatus;
  /** What the clinic asks for now. */
  readonly amountCents: number;
  readonly currency: string;
  /** What the request was estimated at, in whole US dollars; null without a budget. */
  readonly leadValue: number | null;
  /** ISO 8601, as the two below. */
  readonly sentAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
  readonly declinedBecause: (typeof declineCauses)[number] | null;
  readonly declineReason: DeclineReason | null;
  /** When something was said last in its conversation, and how much of it the clinic has not seen. */
  readonly lastMessageAt: string | null;
  readonly unread: number;
  /** From 1 for the lowest; where the request was decided and the prices can be compared. */
  readonly pricePlace: { readonly place: number; readonly among: number } | null;
}
