// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { PaymentView } from '#contract/payments.ts'
import { openScreen, type Screen, until } from '#test/screen.tsx'
import {
  answers,
  failing,
  garbled,
  refuses,
  type StubbedAnswer,
  waiting,
} from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

// spec-coverage §2, §4, §8: the page to which a payment returns.

const { confirmRedirect, validate } = api.payments
const ID = '1234567-1234567890-12345'
const REFUSED =
  'Pago rechazado o fallido. Tu saldo no ha sido modificado. Intenta con otro método de pago.'

const payment = (status: PaymentView['status']): PaymentView => ({
  status,
  message: '',
  reference: 'CUPO-1',
  id: ID,
  transactionSeen: true,
  gatewayAnswered: true,
  method: 'CARD',
  amount: 50_000,
  updatedAt: '2026-11-20T13:00:00.000Z',
})

const confirms = (status: PaymentView['status']) =>
  answers(confirmRedirect, { payment: payment(status) })

/** An answer with any status; the contract lacks some that the gateway or old payments have. */
function confirmsAny(status: string): StubbedAnswer {
  const known = PaymentView.shape.status.safeParse(status)
  if (known.success) return confirms(known.data)
  return garbled(confirmRedirect, 200, { payment: { ...payment('PENDING'), status } })
}

const noKeep = answers(api.seatKeeps.mine, { keep: null })

const BY_REFERENCE = '/confirmacion-pago?payment_return=true&reference=CUPO-1'

const open = (answer: StubbedAnswer[], path = BY_REFERENCE): Promise<Screen> =>
  openScreen(path, { token: 'of-ana', answers: [...signedIn(), noKeep, ...answer] })

const refreshes = ({ now }: Screen) =>
  now().queryAllByRole('button', { name: /Actualizar estado|Consultando/ }).length

describe('the result page of a payment', () => {
  it.each([
    ['PENDING', 'El banco confirma tu pago', /actualizará tu saldo automáticamente/, 1],
    ['APPROVED', 'Listo, pago aprobado', /tu saldo se actualizó automáticamente/, 0],
    ['DECLINED', 'Pago rechazado', REFUSED, 0],
    ['REJECTED', 'Pago rechazado', REFUSED, 0],
    ['FAILED', 'Pago rechazado', REFUSED, 0],
    ['VOIDED', 'Pago rechazado', REFUSED, 0],
    ['NUEVO', 'No pudimos confirmar el pago', 'Estado de transacción desconocido.', 0],
  ])('shows the result of a payment with the status %s', async (status, title, text, buttons) => {
    const screen = await open([confirmsAny(status)])
    await screen.title(title)
    await screen.text(text)
    expect(refreshes(screen)).toBe(buttons)
  })

  it('shows that a payment is being validated', async () => {
    const screen = await open([waiting(confirmRedirect)])
    await screen.title('Validando tu pago')
    expect(refreshes(screen)).toBe(1)
  })

  it('links from the result of a payment to the wallet and the home page', async () => {
    const screen = await open([confirms('APPROVED')])
    const wallet = await screen.role('link', 'Ir a mi billetera')
    expect(wallet.getAttribute('href')).toBe('/wallet?payment_return=true')
    const home = await screen.role('link', 'Volver al inicio')
    expect(home.getAttribute('href')).toBe('/')
  })

  it.each(['/confirmacion-pago', '/Confirmacion/Pago'])('shows the payment at %s', async (path) => {
    const screen = await open([confirms('APPROVED')], `${path}?reference=CUPO-1`)
    await screen.title('Listo, pago aprobado')
  })
})

describe('the result page when the payment cannot be read', () => {
  it('reports that a return from a payment names no transaction', async () => {
    const screen = await open([], '/confirmacion-pago')
    await screen.text('No se pudo identificar la transacción. Por favor, verifica tu billetera...')
  })

  it('only warns of an unusual transaction id: its payment is read too', async () => {
    const warning = /no tiene la forma usual/
    const validated = (status: 'APPROVED' | 'ERROR') => {
      const transaction = { ...payment(status) }
      return answers(validate, { success: status === 'APPROVED', error: null, transaction })
    }
    const screen = await open([validated('APPROVED')], '/confirmacion-pago?id=abc')
    await screen.title('Listo, pago aprobado')
    expect(screen.now().queryByText(warning)).toBeNull()
    screen.answer(refuses(validate, 'forbidden'))
    await screen.open('/confirmacion-pago?id=abc')
    await screen.text(warning)
    await screen.open(`/confirmacion-pago?id=${ID}`)
    await screen.role('heading')
    expect(screen.now().queryByText(warning)).toBeNull()
  })

  it('reports a problem when the status of a payment cannot be read', async () => {
    const screen = await open([refuses(confirmRedirect, 'forbidden')])
    await screen.text('Hubo un problema confirmando el estado del pago.')
  })

  it('reports an error when the server does not answer about a payment', async () => {
    const screen = await open([failing(confirmRedirect)])
    await screen.text('Hubo un error al verificar el estado del pago.')
  })

  it.each(['id', 'transaction_id'])('reports an unknown %s as not confirmed', async (name) => {
    const unknown = garbled(validate, 200, { success: false, error: null, transaction: null })
    const screen = await open([unknown], `/confirmacion-pago?${name}=${ID}`)
    await screen.text('No se pudo confirmar el estado del pago.')
  })

  it('shows a validated payment with the status ERROR as rejected', async () => {
    const body = { success: true, error: null, transaction: payment('ERROR') }
    const screen = await open([answers(validate, body)], `/confirmacion-pago?id=${ID}`)
    await screen.text(REFUSED)
  })
})

it('stores a pending payment, validates it on refresh and deletes it when decided', async () => {
  const screen = await open([confirms('PENDING')])
  await screen.title('El banco confirma tu pago')
  const stored = (key: string) => localStorage.getItem(`pending_transaction_${key}`)
  await until(() => expect(stored('id')).toBe(ID))
  expect(stored('user_id')).toBe(ANA.id)

  const body = { success: true, error: null, transaction: payment('APPROVED') }
  screen.answer(answers(validate, body))
  await screen.open('/confirmacion-pago')
  await screen.title('Listo, pago aprobado')
  const call = 'POST /payments/validate'
  expect(screen.sent(call)).toEqual({ transactionId: ID, userId: ANA.id })
  expect(screen.count(call)).toBe(1)
  await until(() => expect(stored('id')).toBeNull())
  expect(stored('user_id')).toBeNull()
})

describe('the result page of a payment without a session', () => {
  it.each([BY_REFERENCE, `/Confirmacion/Pago?id=${ID}`])(
    'says at %s that the payment is safe, and opens the sign-in that comes back',
    async (path) => {
      const screen = await openScreen(path)
      await screen.title('Volviste del banco')
      await screen.text('Tu pago se acredita solo; entra para verlo')
      const enter = await screen.now().findAllByRole('link', { name: 'Iniciar sesión' })
      const target = `/login?returnTo=${encodeURIComponent(path)}`
      expect(enter.map((link) => link.getAttribute('href'))).toContain(target)
      expect(document.body.textContent).not.toMatch(/CUPO-1|\$|50\.000/)
    },
  )

  it('says it too when the stored session has ended', async () => {
    const { auth, wallet } = api
    const calls = [auth.me, auth.refresh, wallet.balance]
    const ended = calls.map((call) => refuses(call, 'unauthenticated'))
    const screen = await openScreen(BY_REFERENCE, { token: 'ended', answers: ended })
    await screen.title('Volviste del banco')
  })
})
