// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { AlertView } from '#contract/alerts.ts'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

// What the page of searches says of those that have ended.

const BOOKING = '01890000-0000-7000-8000-0000000000b2'

/** A list that bought two seats, or an alert that was switched off. */
function ended(bookingId: string | null): AlertView {
  const terms = { noticeMinutes: 180, atNight: false, womenOnly: false, verifiedOnly: false }
  const asks = { withChange: false, pets: true, wheelchair: true }
  const list = { ...terms, ...asks, earliestMinute: 360, latestMinute: 1201 }
  return {
    ...{ id: '01890000-0000-7000-8000-0000000000b1', status: 'stopped' },
    from: { placeId: '11001', name: 'Bogotá' },
    to: { placeId: '76001', name: 'Cali' },
    ...{ since: '2026-11-21', until: '2026-11-21', seats: 2, maxPrice: 60_000 },
    createdAt: '2026-11-20T13:00:00.000Z',
    list: bookingId ? { ...list, bookingId, place: null, of: 1 } : null,
    ...{ can: { stop: false, resume: false }, matches: 0, trips: [] },
  }
}

const open = (alert: AlertView) =>
  openScreen('/alerts', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.alerts.mine, { active: [], past: [alert] }),
      answers(api.rideRequests.mine, { open: [], past: [] }),
    ],
  })

it('leads from a list that bought to its booking', async () => {
  const screen = await open(ended(BOOKING))
  await screen.text('Tu lista pidió o compró 2 cupos')
  const link = await screen.role('link', 'Ver tu reserva')
  expect(link.getAttribute('href')).toBe(`/bookings/${BOOKING}`)
})

it('says what a waiting list lacks of its price, with the way to top it up', async () => {
  const list = { ...ended(BOOKING).list, bookingId: null, place: 1, of: 1 } as AlertView['list']
  const alert = { ...ended(BOOKING), status: 'active' as const, list }
  const screen = await openScreen('/alerts', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.alerts.mine, { active: [alert], past: [] }),
      answers(api.rideRequests.mine, { open: [], past: [] }),
      answers(api.wallet.balance, {
        ...{ balance: 20_000, held: 0, debt: 0, disputed: 0 },
        wallet_id: BOOKING,
      }),
    ],
  })
  const words = await screen.text(/Hoy tienes \$\s20\.000: te faltan \$\s100\.000/)
  const topUp = '/wallet?returnTo=%2Falerts&amount=100000'
  expect(words.querySelector('a')?.getAttribute('href')).toBe(topUp)
})

it('says what the list asks of a car', async () => {
  await (await open(ended(BOOKING))).text(/con mascota · con silla de ruedas/)
})

it('waits for no new trips of an alert that is switched off', async () => {
  const screen = await open(ended(null))
  await screen.text('Sin avisos')
  expect(document.body.textContent).not.toContain('Aún no hay viajes nuevos')
})

it('counts the seats that the found trips no longer have together', async () => {
  const screen = await open({ ...ended(null), matches: 1 })
  await screen.text('Ya no tienen 2 cupos o ya salieron.')
})
