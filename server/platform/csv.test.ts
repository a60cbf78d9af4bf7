import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, parseCsv } from './csv.ts'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

describe('parseCsv', () => {
  it.each([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons with decimal commas',
      'a;b\r\n1,5;2\r\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes',
      'a,b\n"x, ""y""",2',
      [
        ['a', 'b'],
        ['x, "y"', '2'],
      ],
    ],
    [
      'a line break in a cell',
      'a,b\n"x\ny",2',
      [
        ['a', 'b'],
        ['x\ny', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'blank lines and spaces',
      'a , b\n\n  \n 1 ,2\n,\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['nothing', '', []],
  ])('parses CSV with %s', (_case, text, expected) => {
    expect(cellsOf(text)).toEqual(expected)
  })

  it('returns the line in which each CSV row starts', () => {
    const lines = parseCsv('a,b\n\n"x\ny",2\nz,3').map(({ line }) => line)
    expect(lines).toEqual([1, 3, 5])
  })

  it('parses any table that was written as CSV back to the same cells', () => {
    const cell = fc.stringMatching(/^[a-zñé0-9][a-zñé0-9,;"\n ]{0,8}[a-z0-9]$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
        const text = [['uno', 'dos'], ...rows].map((row) => row.map(quote).join(';')).join('\r\n')
        expect(cellsOf(text).slice(1)).toEqual(rows)
      }),
    )
  })
})

describe('decodeText', () => {
  it('decodes UTF-8 and Latin-1 text', () => {
    expect(decodeText(new TextEncoder().encode('Bogotá'))).toBe('Bogotá')
    expect(decodeText(Uint8Array.from([0x42, 0x6f, 0x67, 0x6f, 0x74, 0xe1]))).toBe('Bogotá')
  })
})
