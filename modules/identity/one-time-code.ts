/** Digits of a one-time code. */
export const codeLength = 6;
/** Seconds the page counts down before it offers another code; the server asks for one less. */
export const resendCountdownSeconds = 46;
