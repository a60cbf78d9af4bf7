import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskParts, numberAcross } from './number-across.ts'
import { hasContact } from './scan-notes.ts'

/** Returns the messages of one person as shown after the last one was stored. */
function shownOf(texts: readonly string[]): string[] {
  const masked = new Set<number>()
  for (const [n, text] of texts.entries()) {
    if (hasContact(text)) masked.add(n)
    const from = numberAcross(texts.slice(0, n), text)
    if (from === null) continue
    for (let part = from; part <= n; part += 1) masked.add(part)
  }
  return texts.map((text, n) => (masked.has(n) ? maskParts(text) : text))
}

describe('a telephone number in pieces', () => {
  it.each([
    [
      ['310', '555', '1234'],
      ['•••', '•••', '•••'],
    ],
    [
      ['Mi cel es 310', '555 12, ¿y el tuyo?'],
      ['Mi cel es •••', '••• ¿y el tuyo?'],
    ],
    [
      ['tres uno cero', 'cinco cinco cinco', 'uno dos'],
      ['•••', '•••', '•••'],
    ],
    [['310\n555\n1234'], ['•••\n•••\n•••']],
    [
      ['31O', '- 555', 'y', 'l2 34'],
      ['•••', '•••', 'y', '•••'],
    ],
    [
      ['3105551', '2', '34 gracias'],
      ['•••', '•••', '••• gracias'],
    ],
  ])('masks a telephone number in pieces: %j is shown as %j', (texts, shown) => {
    expect(shownOf(texts)).toEqual(shown)
  })

  it.each([
    [['Salgo 5:30', '2 maletas', '1 morral']],
    [['¿A qué hora?', 'A las 6', '30 minutos antes llego']],
    [['Son 2', 'y un bebé', 'de 8 meses']],
    [['Calle 13', 'Carrera 68', 'portería 2', 'apto 401']],
    [['El 27/11/2026', '10:30', '13:15']],
  ])('does not mask messages without a telephone number: %j', (texts) => {
    expect(shownOf(texts)).toEqual(texts)
  })

  it('does not mask a digit after a complete telephone number', () => {
    const texts = ['Mi número es 310 555 12 34', 'uno más: caben 2 maletas?']
    expect(shownOf(texts)).toEqual(['Mi número es •••', texts[1]])
  })

  it('masks a telephone number spread over messages in any form', () => {
    const digit = fc.integer({ min: 0, max: 9 })
    const spelled = 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' ')
    const written = fc.tuple(digit, fc.boolean()).map(([value, isWord]) => {
      return isWord ? spelled[value] : String(value)
    })
    const cut = fc.constantFrom('', ' ', ' ', '-', '.', ' / ', 'CUT', 'CUT', 'CUT', '\n')
    const number = fc.array(fc.tuple(written, cut), { minLength: 7, maxLength: 12 })
    const around = fc.constantFrom('', 'Hola ', 'Mi número es ', 'Llámame: ')
    const after = fc.constantFrom('', ' gracias', ', ¿te sirve?', ' y me cuentas')
    fc.assert(
      fc.property(around, number, after, (before, parts, end) => {
        const texts =
          `${before}${parts.map(([value, separator]) => value + separator).join('')}${end}`
            .split('CUT')
            .map((text) => text.trim())
            .filter((text) => text !== '')
        // Other tests cover dates, and words that mix letters and digits.
        fc.pre(!texts.some((text) => /\d{4}-|\d\/\d|\p{L}\d|\d\p{L}|[a-z]{9}/u.test(text)))
        const shown = shownOf(texts)
        expect(hasContact(shown.join(' ')), JSON.stringify({ texts, shown })).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('searches fifteen of the longest messages for a number in bounded time', () => {
    const started = performance.now()
    for (const part of ['1 ', 'uno ', 'a 1 ', '1\n', '. ']) {
      const text = part.repeat(1_000).slice(0, 1_000)
      numberAcross(Array(15).fill(text), text)
      maskParts(text)
    }
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
