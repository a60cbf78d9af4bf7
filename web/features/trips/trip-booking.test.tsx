import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { TripView } from '#contract/trips.ts'
import { aTrip } from '#test/screen-trips.ts'
import { chosenPart } from '#web/shared/trips/trip-part.ts'
import { TripBooking } from './trip-booking.tsx'

function htmlOf(over: Partial<TripView>): string {
  const trip = aTrip({ bookingRefusal: 'Este viaje es solo para mujeres.', ...over })
  const part = chosenPart(trip)
  if (!part) throw new Error('a trip has two ends')
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TripBooking trip={trip} part={part} seats={1} keep={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll('&amp;', '&')
}

const fullTrip = { legs: aTrip().legs.map((leg) => ({ ...leg, seatsLeft: 0 })) }

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/[\s\u00a0]+/g, ' ')

describe('the price and the action of a trip with a condition', () => {
  it.each([
    ['women_only', false, 'mujer', 'Viajar solo con mujeres: verifícate'],
    ['verified_only', false, 'identidad', 'Verifica tu identidad'],
    ['women_only', true, 'mujer', 'En revisión'],
  ] as const)(
    'has one door and the price for %s (in review: %s)',
    (needs, inReview, para, word) => {
      const html = htmlOf({ bookingDoor: { needs, inReview } })
      const back = encodeURIComponent('/trips/t?from=t.0&to=t.3')
      expect(html).toContain(`href="/documents?para=${para}&returnTo=${back}"`)
      expect(textOf(html)).toContain(word)
      expect(textOf(html)).toContain('$ 90.000')
      expect(html).not.toContain('disabled=""')
      expect(textOf(html)).not.toContain('Buscar otro viaje')
    },
  )

  it('offers a list for cars like this full one: for women, with verified people', () => {
    const preferences = { ...aTrip().preferences, womenOnly: true, verifiedOnly: true }
    const html = htmlOf({ preferences, ...fullTrip })
    expect(html).toContain('buys=1')
    expect(html).toContain('wishes=.180.womenOnly.verifiedOnly')
    expect(htmlOf(fullTrip)).not.toContain('wishes')
  })

  it('keeps the price of a trip that cannot be booked at all', () => {
    const html = htmlOf({})
    expect(textOf(html)).toContain('$ 90.000')
    expect(html).toContain('disabled=""')
  })
})
