import { flatRoutes } from 'remix-flat-routes';
import { languages } from './languages';

/** The languages beside the first one. */
const [, ...others] = Object.keys(languages);

/** Pages that are there once per language; leaving and what has an owner follow the account, machines have none. */
const perLanguage =
  /^routes\/_(public|auth)\+\/(?!(language|logout|request-form\[\.\]js|robots\[\.\]txt|sitemap\[\.\]xml)$)/;

/** Registers the public pages and those of signing in once more below each other language: same file, id of its own. */
function inEachLanguage(routes) {
  const twins = others.flatMap((locale) =>
    Object.values(routes)
      .filter(({ id }) => perLanguage.test(id))
      .map((route) => {
        const path = route.path ? `${locale}/${route.path}` : locale;
        return [`${locale}/${route.id}`, { ...route, id: `${locale}/${route.id}`, path }];
      }),
  );
  return { ...routes, ...Object.fromEntries(twins) };
}

/** The options of the Remix plugin; `vite.config.ts` passes them on. */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ignoredRouteFiles: ['**/*'],
  routes: (defineRoutes) =>
    inEachLanguage(
      flatRoutes('routes', defineRoutes, {
        ignoredRouteFiles: ['**/.*', '**/*.test.{ts,tsx}', '**/*.css'],
      }),
    ),
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
    v3_routeConfig: false,
  },
};
