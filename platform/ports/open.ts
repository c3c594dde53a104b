import type { Env } from '../config/env';
import type { Ports } from './index';
import { openMailer } from './open-mailer';
import { openRateSource } from './open-rate-source';
import { openScanner } from './open-scanner';
import { openSignInProvider } from './open-sign-in-provider';
import { openSms } from './open-sms';
import { openStorage } from './open-storage';
import { openTranslator } from './open-translator';

/** The ports that the settings name. */
export const openPorts = (env: Env): Ports => ({
  sms: openSms(env),
  texts: openSms(env),
  mailer: openMailer(env),
  storage: openStorage(env),
  scanner: openScanner(env),
  signInProvider: openSignInProvider(env),
  rateSource: openRateSource(env),
  translator: openTranslator(env),
});
