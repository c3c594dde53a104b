import type { Request, RequestHandler } from 'express';
import { newId, newToken } from '#platform/base/ids';
import { defaultLocale, isLocale, type Locale } from '#platform/base/locale';
import type { Env } from '#platform/config/env';
import type { Services } from '#platform/context';
import { normalAddress } from '#platform/limits/rate-limit';
import { isApi, type RequestAttributes, routedPathOf } from './locals';
import { pageLanguageHeader } from '../page-language';
import { cookieIn, localeCookie } from '../session.server';
import { readAddress } from '#app/i18n/address';

/** First layer: gives every request its id, its nonce and its logger. An id from outside is not believed. */
export function identify({ env, log }: Pick<Services, 'env' | 'log'>): RequestHandler {
  return (req, res, next) => {
    const requestId = newId();
    const attributes: RequestAttributes = {
      requestId,
      ip: normalAddress(req.ip),
      nonce: newToken(16),
      log: log.child({ requestId }),
      ...askedLocale(env, req),
    };
    res.locals.attributes = attributes;
    res.setHeader('X-Request-Id', requestId);
    next();
  };
}

type Asked = Pick<RequestAttributes, 'locale' | 'localeIsSaid'>;

/**
 * The language that a request says: a page's address, if the page is there once per language; a call's Accept-Language, or
 * the page that makes it.
 * Of other pages the account of who asks says it, and what this browser chose last where nobody is signed in.
 */
function askedLocale(env: Env, req: Request): Asked {
  const said = sayingOf(req);
  const path = routedPathOf(req).replace(/\.data$/, '');
  // The console and what only developers read are there in one language.
  if (/^\/(admin|dev|api\/docs)(\/|$)/.test(path))
    return { locale: defaultLocale, localeIsSaid: true };
  if (isApi(req)) {
    const ofPage = req.get(pageLanguageHeader);
    if (isLocale(ofPage)) return { locale: ofPage, localeIsSaid: true };
    // A browser sends what it is set to, which is not what its reader chose.
    const chosen = req.headers['sec-fetch-site'] === undefined ? said : null;
    return { locale: chosen ?? defaultLocale, localeIsSaid: chosen !== null };
  }
  const { locale } = readAddress(path === '/_root' ? '/' : path);
  if (locale) return { locale, localeIsSaid: true };
  const chosen = cookieIn(env, req.headers.cookie, localeCookie);
  return { locale: isLocale(chosen) ? chosen : (said ?? defaultLocale), localeIsSaid: false };
}

/** The first language of ours that a request names; a request that takes any names none. */
function sayingOf(req: Request): Locale | null {
  const accepted = req.acceptsLanguages().filter((one) => one !== '*');
  const found = accepted.map((one) => one.split('-', 1)[0]!.toLowerCase()).find(isLocale);
  return found ?? null;
}
