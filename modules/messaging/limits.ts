export const maxMessage = 4_000;
export const maxFilesOfMessage = 10;
export const maxReason = 1_000;
