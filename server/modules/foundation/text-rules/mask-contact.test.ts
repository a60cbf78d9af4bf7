import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskContact } from './mask-contact.ts'
import { hasContact } from './scan-notes.ts'

describe('masking contact data', () => {
  it.each([
    ['Mi cel es 310 555 12 34, ¿caben dos maletas?', 'Mi cel es ••• ¿caben dos maletas?'],
    ['Escríbeme a laura@correo.co por favor', 'Escríbeme a ••• por favor'],
    ['Mira https://ejemplo.org/x y dime', 'Mira ••• y dime'],
    ['Hablemos por WhatsApp mejor', 'Hablemos por ••• mejor'],
    ['tres uno cero cinco cinco cinco uno dos tres cuatro', '•••'],
    ['Salgo a las 5:30.\nMi número: 3105551234', 'Salgo a las 5:30.\nMi número: •••'],
  ])('masks contact data: %j becomes %j', (text, shown) => {
    expect(maskContact(text)).toBe(shown)
  })

  it.each([
    'Los peajes son $ 20.000, ¿los dividimos?',
    'Salgo puntual a las 5:30 a. m. del Portal 80.',
    'Llego en 10 minutos, estoy en la Calle 13 con Carrera 68.',
  ])('does not mask a text without contact data: %j', (text) => {
    expect(maskContact(text)).toBe(text)
  })

  it('leaves no contact data in any masked text', () => {
    const word = fc.constantFrom('hola', '5:30', 'laura', '@', 'correo', '.', 'com', 'uno', 'dos')
    const piece = fc.oneof(word, fc.nat(9_999_999).map(String), fc.constantFrom('310', '555'))
    const space = fc.constantFrom(' ', '', '\n', '-')
    const text = fc.array(fc.tuple(piece, space), { maxLength: 30 })
    fc.assert(
      fc.property(text, (parts) => {
        expect(hasContact(maskContact(parts.flat().join('')))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('masks the longest message in bounded time', () => {
    const started = performance.now()
    for (const part of ['1 ', 'a@', 'uno dos ', 'hola 31 ', '. com ']) {
      maskContact(part.repeat(1_000).slice(0, 1_000))
    }
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
