import { defineCounter } from '#platform/metrics/metrics';

/** By the country of the number (ISO 3166-1 alpha-2), which the numbering plan bounds. Codes to mail addresses are none of them. */
const labelNames = ['country'] as const;

export const codesRequested = defineCounter({
  name: 'codes_requested_total',
  help: 'One-time codes that were made for a phone, by its country',
  labelNames,
});

export const codesSent = defineCounter({
  name: 'codes_sent_total',
  help: 'One-time codes that the provider of text messages took, by country',
  labelNames,
});

export const codesUsed = defineCounter({
  name: 'codes_used_total',
  help: 'One-time codes that were typed in, by the country of the phone',
  labelNames,
});
