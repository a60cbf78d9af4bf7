import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ArrivalWord } from './arrival-word.tsx'

beforeAll(() => {
  vi.setSystemTime('2026-11-20T22:30:00-05:00')
  return () => vi.useRealTimers()
})

function shown(
  journey: Partial<JourneyView>,
  from = '2026-11-20T08:00:00-05:00',
  isOver = false,
  status = 'checked_in',
): string {
  const client = new QueryClient()
  client.setQueryData(queryKeys.journey('t'), {
    journey: { asks: null, arrived: null, tripState: 'on_the_way', ...journey },
  })
  const to = { name: 'Cali', at: '2026-11-20T19:00:00-05:00' }
  const booking = { tripId: 't', status, state: status, from: { at: from }, to } as BookingView
  const html = renderToString(
    <QueryClientProvider client={client}>
      <ArrivalWord {...{ booking, isOver }} />
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ')
}

it('asks a passenger of a trip without news, or with an arrival in doubt', () => {
  const silent = shown({ asks: 'no_news', tripState: 'no_news' })
  for (const words of ['¿Ya llegaste a Cali?', 'no tenemos noticias', 'Todavía no', 'Ya llegué']) {
    expect(silent).toContain(words)
  }
  expect(shown({ asks: 'doubt' })).toContain('mucho antes de lo previsto')
})

it('says that the team looks for a passenger who did not arrive', () => {
  const text = shown({ arrived: false, tripState: 'no_news', asks: 'no_news' })
  expect(text).toContain('Le avisamos al equipo de Cupo, que te busca.')
  expect(text).toContain('Ya llegué')
})

it('offers to say the arrival during the trip, not before the pick-up', () => {
  expect(shown({}).replaceAll(/\s+/g, ' ')).toContain('Cuando llegues a Cali')
  expect(shown({}, '2026-11-20T23:00:00-05:00').trim()).toBe('')
  expect(shown({ arrived: true })).toContain('Dijiste que llegaste a Cali')
})

it('offers it to who was not registered as aboard only from the planned drop-off on', () => {
  const waits = () => shown({}, '2026-11-20T08:00:00-05:00', false, 'confirmed')
  expect(waits()).toContain('Ya llegué')
  vi.setSystemTime('2026-11-20T18:55:00-05:00')
  expect(waits().trim()).toBe('')
  vi.setSystemTime('2026-11-20T22:30:00-05:00')
})

it('asks nobody who was marked absent', () => {
  expect(shown({}, undefined, false, 'no_show').trim()).toBe('')
})

it('says nothing of an arrival to come once the trip is over, and still takes the word', () => {
  const BEGUN = '2026-11-20T08:00:00-05:00'
  const text = shown({}, BEGUN, true)
  expect(text).not.toContain('Cuando llegues')
  expect(text).toContain('Ya llegué')
  expect(shown({ asks: 'no_news' }, BEGUN, true)).toContain('¿Ya llegaste a Cali?')
})
