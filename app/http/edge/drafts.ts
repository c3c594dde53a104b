import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler, Response } from 'express';
import { anonymous } from '#platform/base/actor';
import { defaultLocale, isKnownLocale, isLocale } from '#platform/base/locale';
import { createContext, type Services } from '#platform/context';
import { attributesOf, type BuildSource, type RequestAttributes } from './locals';
import { isStaff } from '../session.server';

/**
 * Pages in a language that is a draft are there for whoever is signed in to the console. For all others, what they load
 * included, their addresses are none of ours. Nothing of them is kept for visitors.
 */
export function draftsForStaff(services: Services): RequestHandler {
  const mayRead = ({ requestId, ip, log }: RequestAttributes, cookies: string | undefined) =>
    isStaff(createContext(services, anonymous, { requestId, ip: ip ?? '', log }), cookies);
  return (req, res, next) => {
    const attributes = attributesOf(res);
    if (isLocale(attributes.locale)) return next();
    const { keep: _, ...rest } = attributes;
    mayRead(attributes, req.headers.cookie)
      .then((may) => {
        res.locals.attributes = may ? rest : { ...rest, locale: defaultLocale };
        res.locals.hidesDrafts = !may;
        next();
      })
      .catch(next);
  };
}

export const hidesDrafts = (res: Response): boolean => res.locals.hidesDrafts === true;

/** The routes that everybody may ask for. */
export function withoutDrafts(build: BuildSource): BuildSource {
  if (typeof build === 'function') return async () => offered(await build());
  return offered(build);
}

function offered(build: ServerBuild): ServerBuild {
  const isOffered = ([, route]: [string, { path?: string } | undefined]) => {
    const first = route?.path?.split('/', 1)[0];
    return !isKnownLocale(first) || isLocale(first);
  };
  const some = <R extends { path?: string } | undefined>(routes: Record<string, R>) =>
    Object.fromEntries(Object.entries(routes).filter(isOffered)) as Record<string, R>;
  const { routes, assets } = build;
  return { ...build, routes: some(routes), assets: { ...assets, routes: some(assets.routes) } };
}
