// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { messageOf } from '#contract/errors.ts'
import { openScreen } from '#test/screen.tsx'
import { answers, failing, refuses } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

const [BOGOTA, CALI] = ['11001', '76001']
const place = (id: string, name: string) => ({ placeId: id, name })
const NOTICE = { noticeMinutes: 180, atNight: false, womenOnly: false, verifiedOnly: false }
const made = {
  id: '01890000-0000-7000-8000-0000000000b1',
  status: 'active' as const,
  ...{ from: place(BOGOTA, 'Bogotá'), to: place(CALI, 'Cali') },
  ...{ since: '2026-11-21', until: '2026-11-21', seats: 1, maxPrice: 60_000 },
  createdAt: '2026-11-20T13:00:00.000Z',
  list: {
    ...{ ...NOTICE, withChange: false, pets: false, wheelchair: false },
    ...{ earliestMinute: 360, latestMinute: 1201 },
    ...{ bookingId: null, place: 1, of: 1 },
  },
  can: { stop: true, resume: false },
  matches: 0,
  trips: [],
}

const LISTED = 'since=2026-11-21&until=2026-11-21&date=2026-11-21&hours=06:00-20:00&buys=1'
const openForm = (terms = LISTED) =>
  openScreen(`/alerts?from=${BOGOTA}&to=${CALI}&max=60000&${terms}`, {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.places.find, {
        places: [
          { id: BOGOTA, name: 'Bogotá', department: 'Bogotá', lat: 4.6, lng: -74.1 },
          { id: CALI, name: 'Cali', department: 'Valle del Cauca', lat: 3.4, lng: -76.5 },
        ],
      }),
      answers(api.alerts.mine, { active: [], past: [] }),
      answers(api.rideRequests.mine, { open: [], past: [] }),
      failing(api.pricing.quote),
      failing(api.wallet.balance),
      answers(api.alerts.create, { alert: made, created: true }),
      refuses(api.rideRequests.create, 'ride_request_limit'),
    ],
  })

it('sends only what drivers see again when that was refused after the list was made', async () => {
  const screen = await openForm()
  await screen.user.click(await screen.role('button', 'Activar'))
  await screen.text(messageOf('ride_request_limit'))
  screen.answer(refuses(api.alerts.create, 'list_exists'))
  screen.answer(refuses(api.rideRequests.create, 'ride_requests_off'))
  await screen.user.click(await screen.role('button', 'Activar'))
  await screen.text(messageOf('ride_requests_off'))
})

it('says that a list bought before it was switched off, and offers no way back', async () => {
  const screen = await openForm()
  screen.answer(answers(api.alerts.mine, { active: [made], past: [] }))
  await screen.open('/alerts')
  const bought = { ...made.list, bookingId: made.id }
  const over = { status: 'stopped' as const, can: { stop: false, resume: false }, list: bought }
  screen.answer(answers(api.alerts.stop, { alert: { ...made, ...over } }))
  await screen.press(/^Apagar alerta/)
  await screen.text('Tu lista ya te compró un cupo: mira tu reserva.')
  expect(screen.now().queryByText(/^Apagaste/)).toBeNull()
})

it('makes the list anew, not twice, when its terms change after such a refusal', async () => {
  const screen = await openForm()
  await screen.user.click(await screen.role('button', 'Activar'))
  await screen.text(messageOf('ride_request_limit'))
  const { route, reply } = answers(api.alerts.stop, { alert: { ...made, status: 'stopped' } })
  const stopped: string[] = []
  screen.answer({
    route,
    reply(pathname) {
      stopped.push(pathname)
      return reply(pathname)
    },
  })
  screen.answer(refuses(api.alerts.create, 'list_limit'))
  await screen.user.click(await screen.role('switch', /También de noche/))
  await screen.user.click(await screen.role('button', 'Activar'))
  await screen.text(messageOf('list_limit'))
  expect(stopped).toEqual([expect.stringContaining(made.id)])
})

it('says no longer that a list is active once it is switched off', async () => {
  const screen = await openForm('since=2026-11-21&until=2026-11-21&date=2026-11-21&buys=1')
  screen.answer(answers(api.alerts.mine, { active: [made], past: [] }))
  await screen.press('Activar')
  await screen.text('Tu lista está activa')
  const alert = { ...made, status: 'stopped' as const }
  screen.answer(answers(api.alerts.stop, { alert }))
  screen.answer(answers(api.alerts.mine, { active: [], past: [alert] }))
  await screen.press(/^Apagar alerta/)
  await screen.text('No buscas cupo ahora')
  expect(screen.now().queryByText('Tu lista está activa')).toBeNull()
})

it('asks for a car that takes pets or a wheelchair when the person says so', async () => {
  const screen = await openForm()
  await screen.user.click(await screen.role('switch', 'Solo carros que llevan mascotas'))
  await screen.user.click(await screen.role('button', 'Activar'))
  await screen.text(messageOf('ride_request_limit'))
  expect(screen.sent('POST /alerts')).toMatchObject({ list: { pets: true, wheelchair: false } })
})

it('leads back to the form with its wishes from the check of the identity', async () => {
  const screen = await openForm()
  screen.answer(refuses(api.alerts.create, 'list_needs_identity'))
  await screen.user.click(await screen.role('switch', /También de noche/))
  await screen.user.click(await screen.role('button', 'Activar'))
  const door = await screen.role('link', 'Verifica tu identidad')
  const back = new URL((door as HTMLAnchorElement).href).searchParams.get('returnTo')
  expect(back).toContain('wishes=06%3A00-20%3A00.180.atNight')
})

it('leads from a list for women to what such cars ask for, and back', async () => {
  const screen = await openForm()
  screen.answer(refuses(api.alerts.create, 'women_only'))
  await screen.user.click(await screen.role('button', 'Activar'))
  const door = await screen.role('link', 'Viajar solo con mujeres: verifícate')
  expect((door as HTMLAnchorElement).href).toContain('para=mujer&returnTo=')
})

/** 90 days after today. */
const LAST = '2027-02-18'

it.each([
  ['only on the searched day after a search', '22', '28', ['25', '25']],
  ['also where the days around begin today', '20', '23', ['20', '20'], '20'],
  ['also where they end on the last day of sale', '2027-02-15', LAST, [LAST, LAST], LAST],
  ['on the days that the person chose', '22', '27', ['22', '27']],
])('buys %s', async (_when, since, until, bought, day = '25') => {
  const on = (of: string) => (of.length > 2 ? of : `2026-11-${of}`)
  const screen = await openForm(`since=${on(since)}&until=${on(until)}&date=${on(day)}`)
  const days = async () => [
    (await screen.label('Primer día')).value,
    (await screen.label('Último día')).value,
  ]
  expect(await days()).toEqual([on(since), on(until)])
  await screen.user.click(await screen.role('switch', /^Comprar por mí/))
  expect(await days()).toEqual(bought.map(on))
})

it('keeps the form when the day of the trip is empty as the list is turned on', async () => {
  const screen = await openForm(
    'since=2026-11-22&until=2026-11-28&date=2026-11-25&hours=06:00-20:00',
  )
  await screen.user.clear(await screen.label('Día del viaje'))
  await screen.user.click(await screen.role('switch', /^Comprar por mí/))
  expect((await screen.label('Último día')).value).toBe('2026-11-28')
})
