/** A length of time in milliseconds. Made by the helpers below only, so that a number is never a guess. */
export type Duration = number & { readonly __unit: 'milliseconds' };

export const milliseconds = (n: number): Duration => n as Duration;
export const seconds = (n: number): Duration => milliseconds(n * 1_000);
export const minutes = (n: number): Duration => seconds(n * 60);
export const hours = (n: number): Duration => minutes(n * 60);
export const days = (n: number): Duration => hours(n * 24);

export const inSeconds = (duration: Duration): number => duration / 1_000;
export const after = (from: Date, duration: Duration): Date => new Date(from.getTime() + duration);
