/** How the process that takes files apart ends by itself when something is wrong with it. */
export const exitCodes = {
  /** It tried to dial somebody. */
  dialled: 77,
  fault: 70,
} as const;
