import { describe, expect, it } from 'vitest';
import { parseBlocks } from './parse-blocks';

describe('content files', () => {
  it('reads headings with an id, also when their text follows at once', () => {
    expect(parseBlocks('### Who pays?\nThe clinic.')).toEqual([
      { kind: 'h3', text: 'Who pays?', id: 'who-pays' },
      { kind: 'p', runs: [{ text: 'The clinic.' }] },
    ]);
  });

  it('reads lists, strong words and links to our own pages', () => {
    expect(parseBlocks('- **One:** see [help](/help)\n- two')).toEqual([
      {
        kind: 'ul',
        items: [
          [{ text: 'One:', strong: true }, { text: ' see ' }, { text: 'help', href: '/help' }],
          [{ text: 'two' }],
        ],
      },
    ]);
    expect(parseBlocks('1. a\n2. b')[0]).toMatchObject({ kind: 'ol' });
  });

  it('reads a table without its rule', () => {
    expect(parseBlocks('| A | B |\n| - | - |\n| 1 | 2 |')).toEqual([
      { kind: 'table', head: ['A', 'B'], rows: [['1', '2']] },
    ]);
  });

  it('reads the source of an item of a list, and no other address elsewhere', () => {
    expect(
      parseBlocks(
        '- Crowns (2nd ed.), ADA (https://ada.example/a_(b)?c=1#d)\n- a (http://x.example)\n- b (javascript:alert(1))',
      ),
    ).toEqual([
      {
        kind: 'ul',
        items: [
          [{ text: 'Crowns (2nd ed.), ADA', source: 'https://ada.example/a_(b)?c=1#d' }],
          [{ text: 'a', source: 'http://x.example' }],
          [{ text: 'b (javascript:alert(1))' }],
        ],
      },
    ]);
    expect(parseBlocks('See it (https://x.example)')).toEqual([
      { kind: 'p', runs: [{ text: 'See it (https://x.example)' }] },
    ]);
  });

  it('gives headings of other alphabets an id', () => {
    expect(parseBlocks('## Kimler için uygun? Iğdır')).toMatchObject([
      { id: 'kimler-icin-uygun-igdir' },
    ]);
  });

  it.each(['[x](javascript:alert(1))', '[x](https://elsewhere.example)', '<b>x</b>'])(
    'leaves %s as text',
    (source) => {
      expect(parseBlocks(source)).toEqual([{ kind: 'p', runs: [{ text: source }] }]);
    },
  );
});
