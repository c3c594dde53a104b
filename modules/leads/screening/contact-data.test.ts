import { describe, expect, it } from 'vitest';
import { contactFindings } from '../commands.server';

const contact = [
  'Call me at +1 212 555 0123',
  '2125550123',
  '212-555-0123 after six',
  '(212) 555 0123',
  '2 1 2 5 5 5 0 1 2 3',
  '212.555.0123',
  '2_1_2_5_5_5_0_1_2_3',
  '+90 532 123 45 67',
  '0532 1234567',
  'two one two five five five zero one two three',
  'two-one-two, five five five, oh one two three',
  'double two one double five 5 0 1 2 3',
  'sıfır beş üç iki bir iki üç dört beş altı yedi',
  '２１２５５５０１２３',
  '٢١٢٥٥٥٠١٢٣',
  '2\u200b1\u200b2\u200b5\u200b5\u200b5\u200b0\u200b1\u200b2\u200b3',
  '212 five five five 0123',
  '21255501 23 on the phone',
  'write to sarah.m@example.com',
  'sarah (at) example (dot) com',
  'sarah [at] gmail [dot] com',
  'sarah at gmail dot com',
  'sarah AT example DOT org',
  'sarah@gmail',
  'my insta is @sarah_m',
  '@sarah_m',
  'insta: sarah.m',
  'ig = sarahm90',
  'Telegram: sarahm90',
  'WhatsApp me please',
  'add me on telegram',
  'you can reach me via WhatsApp',
  'text me on signal',
  'skype - sarah.miller',
];

const links = [
  'https://example.com/photos',
  'http : //example.com',
  'hxxps://example.com',
  'see www.example.net',
  'www . example . com',
  'my pictures: example.com/me',
  'album at photos.example.io',
  'wa.me/12125550123',
  't.me/sarahm',
  'mailto:sarah',
  'example (dot) com',
  'look at myteeth dot com',
];

const clean = [
  '',
  'I lost two teeth in 2019 and would like implants.',
  'I am 34, non-smoker, 172 cm and 68 kg.',
  'My budget is $5,000 to $10,000, flexible.',
  'Budget 5000 - 10000 USD or 4500 EUR',
  'I had surgery on 2021-05-12 and on 03/04/2022.',
  'Between 2018, 2019, 2020 and 2021 I wore braces.',
  '2500 grafts or 3000 grafts?',
  'Allergic to penicillin, take 20 mg of atorvastatin.',
  'Please call me Sarah.',
  'Pain at night, 7 out of 10. It started on Monday.',
  'One crown, two fillings and three root canals, four visits at most.',
  'I would like to look like before. Around the eyes, mostly.',
  'Can I fly home at 5 p.m. on day 10?',
  'Teeth 11, 12, 21, 22, 31 and 32 are affected.',
  'Is it a same-day procedure? I live in Berlin.',
  'My dentist said: no.Please advise.',
  'I signal pain when I bite; my hair line is receding.',
  'The hair line: receding since 2015.',
  'I am allergic to latex, e.g. gloves, i.e. no latex please.',
];

describe('contactFindings', () => {
  it.each(contact)('finds contact data in: %s', (text) =>
    expect(contactFindings(text)).toContain('contact-data'),
  );

  it.each(links)('finds a link in: %s', (text) => expect(contactFindings(text)).toContain('link'));

  it.each(clean)('finds nothing in: %s', (text) => expect(contactFindings(text)).toEqual([]));

  it('finds it in the middle of the longest notes in no time', () => {
    const long = `${'I would like to know more about this. '.repeat(52)} 212 555 0123 ${'at dot '.repeat(280)}`;
    const began = performance.now();
    expect(contactFindings(long)).toContain('contact-data');
    expect(
      contactFindings(`${'a.'.repeat(1_000)}${'1 '.repeat(8)}${'@a'.repeat(900)}`),
    ).toBeDefined();
    expect(performance.now() - began).toBeLessThan(500);
  });
});
