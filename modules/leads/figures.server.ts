import { defineHistogram } from '#platform/metrics';

const hour = 3_600;

export const firstOfferWait = defineHistogram({
  name: 'request_first_offer_seconds',
  help: 'How long requests waited for an offer: since they were published, or since their last live offer was gone',
  buckets: [
    hour / 4,
    hour,
    3 * hour,
    6 * hour,
    12 * hour,
    24 * hour,
    48 * hour,
    72 * hour,
    168 * hour,
  ],
});
