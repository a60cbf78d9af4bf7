import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { tripDefaults } from '#contract/trip-defaults.ts'
import { BookingTerms } from './trip-fields.tsx'

const htmlOf = (over: Partial<typeof tripDefaults> = {}) =>
  renderToString(<BookingTerms terms={{ ...tripDefaults, ...over }} onChange={() => {}} />)

it('asks about stops on the road, and how many only after a yes', () => {
  const asks = htmlOf()
  expect(asks).toContain('¿Puedes parar en otros pueblos de tu ruta?')
  expect(asks).toMatch(/checked="" value="ask"|value="ask"[^>]*checked=""/)
  expect(asks).not.toContain('Paradas extra')
  expect(htmlOf({ roadStops: 'at_once' })).toMatch(/aria-valuenow="2"/)
})
