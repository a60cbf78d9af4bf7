// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { WalletTransaction } from '#contract/wallet.ts'
import { openRows } from '#test/open-rows.ts'
import { openScreen, type Screen, until } from '#test/screen.tsx'
import { answers, failing, type StubbedAnswer, waiting } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

const openWallet = (more: StubbedAnswer[]): Promise<Screen> =>
  openScreen('/wallet', { token: 'of-ana', answers: [...signedIn(), ...more] })

const movement = (status: WalletTransaction['status'], row: number): WalletTransaction => ({
  id: `01890000-0000-7000-8000-0000000001${String(row).padStart(2, '0')}`,
  transaction_date: '2026-11-20T13:00:00.000Z',
  transaction_type: 'recarga',
  amount: 10_000,
  status,
  description: 'Recarga de billetera',
  reference: null,
  trip: null,
  returned: null,
  transaction_seen: true,
})

const summaries = () =>
  [...document.querySelectorAll('section[aria-label="Movimientos"] summary')].map((each) =>
    each.textContent?.replaceAll('\u00a0', ' '),
  )

describe('one movement in the wallet', () => {
  const held: WalletTransaction = {
    ...movement('pending', 1),
    transaction_type: 'reserva',
    amount: -35_900,
    description: 'Apartado para tu reserva · Cali → Bogotá',
    reference: '2FB3017B',
    transaction_seen: null,
    trip: {
      bookingId: '01890000-0000-7000-8000-0000000000c1',
      tripId: '01890000-0000-7000-8000-0000000000c2',
      as: 'passenger',
      from: 'Cali',
      to: 'Bogotá',
      picksUpAt: '2026-11-21T20:14:00.000Z',
    },
  }
  const showing = (...transactions: WalletTransaction[]) =>
    answers(api.wallet.transactions, { transactions, totalPages: 1, page: 1, asOf: 'now' })
  it.each([
    [held, 'Viaje a BogotáApartado para mañana−$ 35.900'],
    [
      {
        ...held,
        transaction_type: 'devolucion',
        status: 'cancelled',
        amount: 0,
        returned: 35_900,
        description: 'Devolviste 1 cupo: volvió a tu saldo · Cali → Bogotá',
      },
      'Viaje a BogotáDevolviste 1 cupo: volvió a tu saldo+$ 35.900',
    ],
    [{ ...held, transaction_type: 'pago_viaje', status: 'completed' }, 'Viaje a Bogotá−$ 35.900'],
    [movement('completed', 1), 'Recarga+$ 10.000'],
    [movement('failed', 1), 'RecargaRechazada, tu saldo no cambió$ 10.000'],
    [
      {
        ...held,
        transaction_type: 'ingreso_viaje',
        status: 'cancelled',
        amount: 0,
        description: 'Reserva cancelada: el pasaje volvió al pasajero · Cali → Bogotá',
      },
      'Viaje a BogotáReserva cancelada: el pasaje volvió al pasajero',
    ],
  ] satisfies [WalletTransaction, string][])('reads as one line, %#', async (line, text) => {
    await openWallet([showing(line)])
    await until(() => expect(summaries()).toEqual([text]))
  })

  it('opens to the hour, the reference and the ways on', async () => {
    const screen = await openWallet([showing(held)])
    const { role, text } = await screen.within('region', 'Movimientos')
    await until(() =>
      expect(document.querySelector<HTMLDetailsElement>('li details')?.open).toBe(false),
    )
    await openRows()
    await text('vie, 20 de nov · 8:00 a. m.')
    await text('CUPO-2FB3-017B')
    const to = async (name: string) => (await role('link', name)).getAttribute('href')
    expect(await to('Ver la reserva')).toBe(`/bookings/${held.trip?.bookingId}`)
    expect(await to('¿Algo anda mal?')).toBe(`/soporte?sobre=movimiento&de=${held.id}`)
  })

  it("leads a driver to the trip, in the driver's words", async () => {
    const trip = held.trip && { ...held.trip, as: 'driver' as const }
    const screen = await openWallet([showing({ ...held, transaction_type: 'comision', trip })])
    await openRows()
    const link = await screen.role('link', 'Ver el viaje')
    expect(link.getAttribute('href')).toBe(`/trips/${trip?.tripId}?ver=conductor`)
  })

  it('shows two unfinished top-ups as one line, with the way out of each', async () => {
    const open = (row: number, amount: number): WalletTransaction => ({
      ...{ ...movement('pending', row), amount, reference: `CUPO-${row}`, transaction_seen: false },
    })
    const screen = await openWallet([showing(open(1, 20_000), open(2, 50_000))])
    await until(() =>
      expect(summaries()).toEqual(['2 recargas sin terminarNo vemos un pago todavía']),
    )
    await openRows()
    await screen.role('button', /^Descartar: recarga de \$\s20\.000/)
    await screen.role('button', /^Volver a la pasarela: recarga de \$\s50\.000/)
  })
})

describe('what this device keeps of the wallet', () => {
  const last = { transactions: [movement('completed', 1)], totalPages: 1, page: 1, asOf: 'now' }

  it('is drawn before the server answers, with its hour, and refreshed behind', async () => {
    const screen = await openWallet([answers(api.wallet.transactions, last)])
    await screen.text(/^Saldo disponible: /)
    await until(() => expect(localStorage.getItem('wallet:movements')).not.toBeNull())
    screen.answer(waiting(api.auth.me))
    await screen.open('/wallet')
    const { text } = await screen.within('region', 'Saldo disponible')
    await text('hoy a las 8:00 a. m.')
    expect(summaries()).toEqual(['Recarga+$ 10.000'])
    expect(screen.now().queryByLabelText('Monto a recargar')).toBeNull()
  })

  it('stays when the server fails, and belongs to nobody else', async () => {
    const screen = await openWallet([answers(api.wallet.transactions, last)])
    await until(() => expect(localStorage.getItem('wallet:movements')).not.toBeNull())
    screen.answer(failing(api.auth.me))
    await screen.open('/wallet')
    await (await screen.within('main')).text('No pudimos leer tu saldo')
    await screen.text(/^Saldo disponible: \$\s12\.000$/)
    expect(summaries()).toEqual(['Recarga+$ 10.000'])
    localStorage.setItem('auth_user_id', '01890000-0000-7000-8000-0000000000a9')
    await screen.open('/wallet')
    await (await screen.within('main')).text('No pudimos leer tu saldo')
    expect(screen.now().queryByText(/Saldo disponible/)).toBeNull()
    expect(summaries()).toEqual([])
  })

  it('is deleted with the session', async () => {
    const screen = await openWallet([answers(api.wallet.transactions, last)])
    await until(() => expect(localStorage.getItem('wallet:movements')).not.toBeNull())
    screen.answer(answers(api.auth.logout, { message: 'Listo.' }))
    await screen.user.click(
      screen.now().getAllByRole('button', { name: 'Cerrar Sesión' })[0] as HTMLElement,
    )
    await until(() => expect(Object.keys(localStorage).join(' ')).not.toMatch(/wallet:/))
  })
})
