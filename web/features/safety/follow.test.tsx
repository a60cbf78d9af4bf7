// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { FollowedTrip } from '#contract/safety-shares.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}:00-05:00`).toISOString()
const stop = (name: string, clock: string) => ({
  ...{ name, plannedAt: at(clock), expectedAt: at(clock) },
})

const open = (over: Partial<FollowedTrip>) =>
  openScreen('/seguir#secreto', {
    answers: [
      answers(api.safety.followTrip, {
        trip: {
          ...{ state: 'no_news', over: true, delayMinutes: 0, driver: null, car: null },
          traveller: { name: 'Ana', isDriver: false, aboard: true },
          ...{ from: stop('Cali', '01:00'), to: stop('Bogotá', '04:30') },
          ...{ startedAt: at('01:00'), arrivedAt: null, bySelf: false, heardAt: at('03:10') },
          ...{ position: null, change: null, asOf: at('08:00') },
          ...over,
        },
      }),
    ],
  })

it('says since when nothing is heard, and not that she arrived', async () => {
  const { text, now } = await open({})
  await text(/^Sin noticias de Ana desde hoy a las 3:10/)
  await text('Este enlace ya terminó')
  expect(now().queryByText(/llegó/i)).toBeNull()
})

it('says what the driver recorded beside it', async () => {
  const { text } = await open({ arrivedAt: at('03:10') })
  await text(/^El conductor registró la llegada a Bogotá\. Sin noticias de Ana desde hoy/)
})

it('says that nobody recorded an arrival whose hour passed, and no hour that moves', async () => {
  const to = { ...stop('Bogotá', '07:20'), expectedAt: at('08:00') }
  const { text } = await open({ state: 'on_the_way', over: false, delayMinutes: 40, to })
  await text(/Debía llegar a Bogotá hoy a las 7:20.*m\., y nadie ha registrado la llegada\.$/)
})

const change = { ...stop('Ibagué', '02:30'), leavesAt: at('03:30') }

it('amendment 8: says where she changes cars, and that she has not arrived', async () => {
  const going = { state: 'on_the_way', over: false, to: stop('Cali', '09:00') } as const
  const first = await open({ ...going, change: { ...change, isThere: false } })
  await first.text('Cambia de carro en Ibagué')
  await first.text(/^Ana va en el carro\. Debe llegar a Cali/)
})

it('says of a late first car that it is late, and not the arrival with the second', async () => {
  const going = { state: 'on_the_way', over: false, to: stop('Cali', '09:00') } as const
  const { text, now } = await open({
    ...{ ...going, delayMinutes: 50, change: { ...change, isThere: false } },
  })
  await text(/Debe llegar a Cali hoy a las 9:00.*m\. El primer carro va 50 min tarde\.$/)
  expect(now().queryByText(/de retraso/)).toBeNull()
})

it('amendment 8: says at the change when the second car leaves', async () => {
  const there = { state: 'waiting', over: false, arrivedAt: null } as const
  const { text, now } = await open({ ...there, change: { ...change, isThere: true } })
  await text(/^Ana cambia de carro en Ibagué\. El segundo sale hoy a las 3:30/)
  expect(now().queryByText(/llegó/i)).toBeNull()
})
