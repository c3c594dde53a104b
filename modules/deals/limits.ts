/** Characters. */
export const maxReason = 1_000;
export const maxNote = 500;
export const maxReviewText = 4_000;
export const maxAnswerText = 2_000;
