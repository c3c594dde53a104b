import { createElement, type ReactElement } from 'react';

/** A page as data: what React wrote, read back. */
export interface Element {
  readonly tag: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: ReadonlyArray<Element | string>;
}

const tokens =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([\w-]+)>|<([\w-]+)((?:\s[^<>]*?)?)\s*(\/?)>|([^<]+)/gi;
const attributes = /([^\s=]+)(?:="([^"]*)")?/g;
const voids = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const raw = new Set(['script', 'style']);
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decoded = (text: string): string =>
  text.replace(/&(#x27|\w+);/g, (all, name: string) => entities[name] ?? all);

interface Open extends Element {
  readonly children: Array<Element | string>;
}

/** Reads HTML that React rendered: closed in order, attributes in double quotes. */
export function readTree(html: string): Element {
  const top: Open = { tag: '', props: {}, children: [] };
  const open = [top];
  tokens.lastIndex = 0;
  for (let token = tokens.exec(html); token; token = tokens.exec(html)) {
    const [, closed, tag, given, closesItself, text] = token;
    const into = open.at(-1)!;
    if (text) into.children.push(decoded(text));
    if (closed) open.pop();
    if (!tag) continue;
    const props = propsOf(given ?? '');
    const element: Open = { tag, props, children: [] };
    into.children.push(element);
    if (raw.has(tag)) tokens.lastIndex = readRaw(html, tokens.lastIndex, element);
    else if (!closesItself && !voids.has(tag)) open.push(element);
  }
  return top.children.find((child): child is Element => typeof child !== 'string')!;
}

function readRaw(html: string, from: number, { tag, props }: Open): number {
  const end = html.indexOf(`</${tag}>`, from);
  (props as Record<string, unknown>).dangerouslySetInnerHTML = { __html: html.slice(from, end) };
  return end + tag.length + 3;
}

const propsOf = (given: string): Record<string, unknown> =>
  Object.fromEntries(
    [...given.matchAll(attributes)].map(([, name, value]) =>
      name === 'style' ? [name, styleOf(value ?? '')] : [name, value ? decoded(value) : true],
    ),
  );

const styleOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    decoded(text)
      .split(';')
      .filter(Boolean)
      .map((line) => {
        const [name, ...value] = line.split(':');
        const camel = name!
          .trim()
          .replace(/(?<!^)-(\w)/g, (_, letter: string) => letter.toUpperCase());
        return [name!.startsWith('--') ? name! : camel, value.join(':')];
      }),
  );

/** Made anew for each request, as components do. */
export const toElement = ({ tag, props, children }: Element): ReactElement =>
  createElement(
    tag,
    props,
    ...children.map((child) => (typeof child === 'string' ? child : toElement(child))),
  );
