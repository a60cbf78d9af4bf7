import { describe, expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '#web/lib/api-error.ts'
import { confirmationOf, confirmationOfError, stateOf } from './confirmation.ts'
import { isUnusualTransaction, type Remembered, targetOf } from './target.ts'

const payment = (status: string, message = '') => ({
  status,
  message,
  reference: 'CUPO-1',
  id: '123068-1662228546-38459',
  transactionSeen: true,
  gatewayAnswered: true,
  method: 'CARD' as string | null,
  amount: 50_000,
})

describe('the state of a payment', () => {
  it.each([
    ['PENDING', 'validating'],
    ['APPROVED', 'approved'],
    ['DECLINED', 'rejected'],
    ['REJECTED', 'rejected'],
    ['FAILED', 'rejected'],
    ['VOIDED', 'rejected'],
    ['ABANDONED', 'rejected'],
    ['ERROR', 'error'],
    ['toString', 'error'],
  ])('maps payment status %s to state %s', (status, state) => {
    expect(stateOf(status, 'redirect')).toBe(state)
  })

  it('treats payment status ERROR as a rejection only in a direct validation', () => {
    expect(stateOf('ERROR', 'validate')).toBe('rejected')
  })

  it("shows the server's sentence about a payment, or the default of its state", () => {
    expect(confirmationOf(payment('APPROVED', 'Dicho.'), 'redirect').message).toBe('Dicho.')
    expect(confirmationOf(payment('DECLINED'), 'redirect').message).toBe(
      'Pago rechazado o fallido. Tu saldo no ha sido modificado. Intenta con otro método de pago.',
    )
    expect(confirmationOf(payment('OTHER', 'x'), 'redirect').message).toBe(
      'Estado de transacción desconocido.',
    )
  })

  it.each([
    ['PENDING', true, true, 'bank'],
    ['PENDING', false, true, 'unseen'],
    ['PENDING', false, false, 'unanswered'],
    ['PENDING', true, false, 'bank'],
    ['ABANDONED', false, true, 'left'],
    ['DECLINED', true, true, 'rejected'],
    ['APPROVED', true, true, 'approved'],
  ])('tells a payment %s, seen: %s, gateway answered: %s, as %s', (status, seen, came, stage) => {
    const shown = { ...payment(status), transactionSeen: seen, gatewayAnswered: came }
    expect(confirmationOf(shown, 'redirect').stage).toBe(stage)
  })

  it.each([
    ['DECLINED', 'CARD', /^El banco de tu tarjeta/],
    ['DECLINED', 'NEQUI', /^Nequi/],
    ['DECLINED', 'PSE', /PSE/],
    ['DECLINED', 'BANCOLOMBIA_TRANSFER', /^Bancolombia/],
    ['DECLINED', 'NUEVO', /^Tu medio de pago/],
    ['DECLINED', null, /^Tu medio de pago/],
    ['ERROR', 'CARD', /^La pasarela/],
  ])('gives the common reason of a payment %s by %s', (status, method, reason) => {
    expect(confirmationOf({ ...payment(status), method }, 'redirect').reason).toMatch(reason)
  })

  it('gives no reason for a payment that was not refused', () => {
    for (const status of ['PENDING', 'APPROVED', 'VOIDED', 'ABANDONED']) {
      expect(confirmationOf(payment(status), 'redirect').reason).toBeNull()
    }
  })

  it('explains why the state of a payment could not be fetched', () => {
    const error = (status: number, code: ApiErrorCode) =>
      confirmationOfError(new ApiError({ status, code, message: 'x' }))
    expect(error(404, 'payment_not_found').message).toBe(
      'No se pudo identificar la transacción. Por favor, verifica tu billetera...',
    )
    expect(error(0, 'network')).toMatchObject({
      state: 'error',
      message: 'Hubo un error al verificar el estado del pago.',
      retry: true,
    })
    expect(error(403, 'forbidden').message).toBe('Hubo un problema confirmando el estado del pago.')
  })
})

describe('which payment the confirmation page fetches', () => {
  const nothing: Remembered = { transactionId: null, reference: null }
  const target = (query: string, remembered = nothing) =>
    targetOf(new URLSearchParams(query), remembered)

  it('fetches a payment by its reference, with the transaction id as a hint', () => {
    expect(target('payment_return=true&reference=CUPO-1&id=1-2&status=APPROVED')).toEqual({
      kind: 'reference',
      reference: 'CUPO-1',
      transactionId: '1-2',
    })
  })

  it('fetches a payment by id or transaction_id when the address has no reference', () => {
    const expected = { kind: 'transaction', transactionId: '1-2' }
    expect(target('id=1-2')).toEqual(expected)
    expect(target('transaction_id=1-2')).toEqual(expected)
  })

  it('fetches the stored pending payment, then the last one, when the address names none', () => {
    expect(target('', { transactionId: '9-9', reference: 'CUPO-2' })).toMatchObject({
      transactionId: '9-9',
    })
    expect(target('', { transactionId: null, reference: 'CUPO-2' })).toMatchObject({
      reference: 'CUPO-2',
    })
    expect(target('')).toBeNull()
  })

  it('fetches no payment when the reference or id in the address is malformed', () => {
    const remembered = { transactionId: '9-9', reference: null }
    expect(target('id=<script>', remembered)).toBeNull()
    expect(target(`reference=${'x'.repeat(65)}`, remembered)).toBeNull()
  })

  it('detects a transaction id of an unusual format', () => {
    expect(isUnusualTransaction('1234567-1234567890-12345')).toBe(false)
    expect(isUnusualTransaction('PAY-1')).toBe(false)
    expect(isUnusualTransaction('abc')).toBe(true)
    expect(isUnusualTransaction(null)).toBe(false)
  })
})
