// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { User } from '#contract/auth.ts'
import { messageOf } from '#contract/errors.ts'
import { openRows } from '#test/open-rows.ts'
import { openScreen, pass, type Screen, settle, until } from '#test/screen.tsx'
import { answers, failing, garbled, refuses, type StubbedAnswer } from '#test/screen-answers.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'

// spec-coverage §2, §4, §5, §8, §9: the wallet, word for word.

const BALANCE = 'GET /wallet/balance'
const MOVEMENTS = 'GET /wallet/transactions'
const WALLET_ID = '01890000-0000-7000-8000-0000000000b1'

const openWallet = (more: StubbedAnswer[] = [], path = '/wallet'): Promise<Screen> =>
  openScreen(path, { token: 'of-ana', answers: [...signedIn(), ...walletAnswers, ...more] })

const amountField = (screen: Screen) => screen.label('Monto a recargar')

async function fillAmount({ user, label }: Screen, amount: string): Promise<void> {
  const field = await label('Monto a recargar')
  await user.clear(field)
  await user.type(field, amount)
}

describe("the owner's data in the wallet", () => {
  const card = (screen: Screen) => screen.within('region', 'Tus datos')

  it("shows short data of the wallet's owner, and all data on request", async () => {
    const screen = await openWallet()
    const { text, now } = await card(screen)
    for (const shown of [ANA.email, 'Identificación', 'Teléfono']) await text(shown)
    for (const shown of ['Nombre', 'Apellido', 'Estado', 'Verificación', 'Pendiente']) {
      await text(shown)
    }
    const details = document.querySelector<HTMLDetailsElement>('section[aria-label] details')
    expect(details?.open).toBe(false)
    expect(details?.querySelector('summary')?.textContent).toBe('ADAna DíazPasajero')
    expect(now().queryByText('Perfil incompleto')).toBeNull()
  })

  it('shows "Verificado" with the document, or that the profile is incomplete', async () => {
    const nameless = { ...ANA.profile, full_name: null, first_name: null, last_name: null }
    const profile: User['profile'] = {
      ...nameless,
      status: 'Conductor',
      verification: true,
      identification_type: 'CE',
      identification_number: '998877',
    }
    const screen = await openWallet([answers(api.auth.me, { user: { ...ANA, profile } })])
    const { text, now } = await card(screen)
    await text('anita')
    await text('Cédula de Extranjería 998877')
    expect(now().getAllByText('Conductor')).toHaveLength(2)
    await text('Verificado')

    screen.answer(answers(api.auth.me, { user: { ...ANA, profile: nameless } }))
    await screen.open('/wallet')
    await text('Perfil incompleto')
  })
})

it('warns of an incomplete profile when the server has none', async () => {
  const screen = await openWallet([garbled(api.auth.me, 200, { user: { ...ANA, profile: null } })])
  const { text } = await screen.within('region', 'Tus datos')
  await text('Perfil incompleto')
  await text('anita')
})

it('shows balance, person, top-up and movements in this order', async () => {
  const screen = await openWallet()
  const names = ['Saldo disponible', '¿Cuánto quieres recargar?', 'Movimientos']
  for (const name of names) await screen.role('heading', name)
  const shown = [...document.querySelectorAll('main h2, main section[aria-label="Tus datos"]')]
  const heads = shown.map((each) => each.getAttribute('aria-label') ?? each.textContent)
  expect(heads.slice(0, 4)).toEqual([names[0], 'Tus datos', ...names.slice(1)])
})

describe('the balance in the wallet', () => {
  it('shows the balance in pesos as written in Colombia', async () => {
    const screen = await openWallet()
    await screen.title('Recargar Wallet')
    const { text } = await screen.within('region', 'Saldo disponible')
    await text(/^Saldo disponible: \$\s12\.000$/)
    await text('COP')
  })

  it('says why somebody owes, and offers the smallest top-up for a debt below it', async () => {
    const owing = { balance: 0, held: 0, debt: 3_500, disputed: 0, wallet_id: WALLET_ID }
    const { text, role, now } = await openWallet([answers(api.wallet.balance, owing)])
    await text('Tienes un saldo pendiente de $ 3.500')
    await text(/una recarga anulada o un pasaje devuelto por un reclamo/)
    await role('link', /^Recargar \$\s10\.000$/)
    expect(now().queryByText(/Recargar \$\s3/)).toBeNull()
  })

  it('shows that the balance cannot be read, and never "$ 0"', async () => {
    const screen = await openWallet([failing(api.wallet.balance)])
    const { text } = await screen.within('region', 'Saldo disponible')
    await text('No pudimos leer tu saldo')
    expect(document.body.textContent).not.toMatch(/\$\s?0/)
  })
})

/** Presses when the earlier answer is shown, without moving the clock; counts the calls since. */
async function pressesOf(screen: Screen, name: string, call: string) {
  const button = await screen.role('button', name)
  await settle()
  const before = screen.count(call)
  return async () => {
    expect(button.getAttribute('aria-disabled')).toBeNull()
    await screen.user.click(button)
    await settle()
    return screen.count(call) - before
  }
}

it.each([
  ['reads the balance at most once a second', 'Actualizar saldo', BALANCE],
  ['refreshes movements by hand at most once a second', 'Actualizar movimientos', MOVEMENTS],
])('%s', async (_, name, call) => {
  const press = await pressesOf(await openWallet(), name, call)
  expect(await press()).toBe(1)
  await pass(999)
  expect(await press()).toBe(1)
  await pass(1)
  expect(await press()).toBe(2)
})

describe('the amount of a top-up', () => {
  it('keeps only digits of a top-up amount, and disables the button on errors', async () => {
    const screen = await openWallet()
    const low = await screen.role('button', 'Ingresa mínimo $10.000 COP')
    expect(low).toHaveProperty('disabled', true)
    await fillAmount(screen, '9.9a9-9')
    expect((await amountField(screen)).value).toBe('9.999')
    expect(low).toHaveProperty('disabled', true)
    await screen.user.tab()
    await screen.text('El monto mínimo de recarga es de $10.000 COP.')
    await fillAmount(screen, '0')
    await screen.text('Por favor, ingrese un monto válido en COP.')
    await fillAmount(screen, '10000')
    expect(await screen.role('button', /^Recargar \$\s10\.000/)).toHaveProperty('disabled', false)
  })

  it('offers top-ups of 10.000, 20.000, 50.000 and 100.000', async () => {
    const screen = await openWallet()
    const amounts = ['10.000', '20.000', '50.000', '100.000']
    await amountField(screen)
    const offered = screen.now().getAllByRole('button', { name: /^\$\s[\d.]+$/ })
    expect(offered.map(({ textContent }) => textContent?.replace(/^\$\s/, ''))).toEqual(amounts)
    for (const amount of amounts) {
      await screen.press(new RegExp(`^\\$\\s${amount.replace('.', '\\.')}$`))
      expect((await amountField(screen)).value).toBe(amount)
    }
  })
})

describe('a failed top-up', () => {
  const { create } = api.payments

  it.each([
    ['Error: Banco.', refuses(create, 'forbidden', { details: 'Banco.' })],
    [`Error: ${messageOf('amount_too_small')}`, refuses(create, 'amount_too_small')],
    ['Error del servidor: 502', garbled(create, 502, 'roto')],
    ['Error: Sin cupo.', garbled(create, 400, { error: 'No.', details: 'Sin cupo.' })],
    ['Error: Payment refused', garbled(create, 422, { error: 'Payment refused' })],
    ['Error: Respuesta del servidor inválida', garbled(create, 200, { success: false })],
    [
      'Error: Datos incompletos para el pago. Contacta a soporte técnico.',
      garbled(create, 200, { success: true, data: { reference: 'CUPO-1' } }),
    ],
  ])('shows why a top-up failed: %s', async (text, answer) => {
    const screen = await openWallet([answer])
    await fillAmount(screen, '10000')
    await screen.press(/^Recargar \$/)
    await (await screen.within('alert')).text(text)
    expect(location.pathname).toBe('/wallet')
  })

  it('asks to sign in again when a top-up lacks the person or e-mail', async () => {
    const screen = await openWallet([answers(api.auth.me, { user: { ...ANA, email: '' } })])
    await fillAmount(screen, '10000')
    await screen.press(/^Recargar \$/)
    await (await screen.within('alert')).text(
      'Error: No se encontró información del usuario. Por favor, inicie sesión nuevamente.',
    )
  })
})

const movement = (status: string, row: number) => ({
  id: `01890000-0000-7000-8000-0000000001${String(row).padStart(2, '0')}`,
  transaction_date: '2026-11-20T13:00:00.000Z',
  transaction_type: 'recarga' as const,
  amount: 10_000,
  status: status as 'completed',
  description: 'Recarga',
  reference: null,
  trip: null,
  returned: null,
  transaction_seen: true,
})

describe('the movements in the wallet', () => {
  it('shows movements in pages of ten', async () => {
    const lines = Array.from({ length: 12 }, (_, row) => movement('completed', row))
    const page = (of: number) =>
      answers(api.wallet.transactions, {
        ...{ transactions: lines.slice((of - 1) * 10, of * 10), totalPages: 2, page: of },
        asOf: 'now',
      })
    const screen = await openWallet([page(1)])
    const { now } = await screen.within('region', 'Movimientos')
    const shown = (count: number) =>
      until(() => expect(now().getAllByRole('listitem')).toHaveLength(count))
    await screen.text('Página 1 de 2')
    await shown(10)
    screen.answer(page(2))
    await screen.press('Siguiente')
    await screen.text('Página 2 de 2')
    await shown(2)
  })

  it('shows movements in green, yellow, red or grey by status', async () => {
    const states = ['completed', 'approved', 'pending', 'failed', 'cancelled', 'abandoned']
    const transactions = states.map(movement)
    const body = { transactions, totalPages: 1, page: 1, asOf: 'now' }
    const screen = await openWallet([garbled(api.wallet.transactions, 200, body)])
    const movements = await screen.within('region', 'Movimientos')
    await openRows()
    for (const [word, colour] of [
      ['Completado', 'text-ok'],
      ['Aprobado', 'text-ok'],
      ['Pendiente', 'text-warn'],
      ['Fallido', 'text-err'],
      ['Cancelado', 'text-muted'],
      ['Abandonada', 'text-muted'],
    ] as const) {
      const pill = (await movements.text(word)).parentElement
      expect(pill?.classList, word).toContain(colour)
    }
  })

  it('shows that there are no movements', async () => {
    const screen = await openWallet()
    await screen.role('heading', 'No hay transacciones')
  })

  it('shows that movements could not be read', async () => {
    const screen = await openWallet([refuses(api.wallet.transactions, 'not_found')])
    await screen.text('No se pudieron cargar tus transacciones. Intenta nuevamente.')
  })
})

describe('the wallet after a payment', () => {
  const waiting = 'Estamos actualizando tu saldo y tus movimientos…'

  it.each([
    ['payment_return=true&reference=CUPO-1', 3000],
    ['payment_return=true', 2000],
  ])('refreshes the wallet for %s after %d ms, once per session', async (query, delay) => {
    const screen = await openWallet([], `/wallet?${query}`)
    await until(() => screen.now().getByText(waiting), 0)
    await settle()
    const before = screen.count(BALANCE)
    await pass(delay - 1)
    expect(screen.count(BALANCE)).toBe(before)
    await pass(1)
    expect(screen.count(BALANCE)).toBe(before + 1)
    const flag = sessionStorage.getItem('wallet_payment_updated')
    expect(flag).toBe(query.includes('CUPO-1') ? 'CUPO-1' : 'true')

    await screen.open(`/wallet?${query}`)
    await screen.title('Recargar Wallet')
    await settle()
    const again = screen.count(BALANCE)
    await pass(5000)
    expect(screen.now().queryByText(waiting)).toBeNull()
    expect(screen.count(BALANCE)).toBe(again)
  })

  it('deletes the stored reference five minutes after a payment began', async () => {
    const screen = await openWallet()
    localStorage.setItem('last_payment_reference', 'CUPO-9')
    localStorage.setItem('last_payment_time', String(Date.now()))
    const began = Date.now()
    await screen.open('/wallet')
    await screen.title('Recargar Wallet')
    await pass(299_000 - (Date.now() - began))
    expect(localStorage.getItem('last_payment_reference')).toBe('CUPO-9')
    await pass(1000)
    expect(localStorage.getItem('last_payment_reference')).toBeNull()
    expect(localStorage.getItem('last_payment_time')).toBeNull()
  })
})

describe('an amount that is pasted', () => {
  it.each(['20.000,00', '$ 20.000,00 COP', '20,000.00', '20000.50', '20 000', '20.000'])(
    'reads %s as twenty thousand pesos',
    async (pasted) => {
      const screen = await openWallet()
      const field = await amountField(screen)
      await screen.user.clear(field)
      await screen.user.paste(pasted)
      expect(field.value).toBe('20.000')
    },
  )

  it('keeps what is typed, also when a key takes a digit away', async () => {
    const screen = await openWallet()
    await fillAmount(screen, '35000')
    const field = await amountField(screen)
    expect(field.value).toBe('35.000')
    await screen.user.type(field, '{Backspace}')
    expect(field.value).toBe('3.500')
  })
})
