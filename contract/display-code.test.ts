import { expect, it } from 'vitest'
import { displayCode, typedDisplayCode } from './display-code.ts'

const REFERENCE = 'CUPO-019e9f0012347abc8def0123456789ab'

it('shortens a reference and a booking id to their last eight digits', () => {
  expect(displayCode(REFERENCE)).toBe('CUPO-4567-89AB')
  expect(displayCode('019e9f00-1234-7abc-8def-0123456789ab')).toBe('CUPO-4567-89AB')
})

it('leaves a display code and a text without eight digits as they are', () => {
  expect(displayCode('CUPO-4567-89AB')).toBe('CUPO-4567-89AB')
  expect(displayCode('CUPO-desconocida')).toBe('CUPO-desconocida')
})

it.each(['CUPO-4567-89AB', 'cupo 4567 89ab', '456789ab', '4567-89AB', ' CUPO-456789AB '])(
  'reads the display code that was typed as "%s"',
  (text) => expect(typedDisplayCode(text)).toBe('456789ab'),
)

it.each([REFERENCE, 'ABC234', '4567-89A', 'CUPO-4567-89AG', ''])(
  'does not read "%s" as a display code',
  (text) => expect(typedDisplayCode(text)).toBeNull(),
)
