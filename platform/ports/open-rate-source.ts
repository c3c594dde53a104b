import type { Env } from '../config/env';
import type { RateSource } from './rate-source';
import { httpRateSource } from './rate-source/http.server';

/** The source that the settings name; null where they name none. */
export const openRateSource = ({ RATES_URL }: Env): RateSource | null =>
  RATES_URL ? httpRateSource(RATES_URL) : null;
