import { describe, expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '#web/lib/api-error.ts'
import { confirmationOf, confirmationOfError, stateOf } from './confirmation.ts'
import { isUnusualTransaction, type Remembered, targetOf } from './target.ts'

const payment = (status: string, message = '') => ({
  status,
  message,
  reference: 'CUPO-1',
  id: '123068-1662228546-38459',
  amount: 50_000,
})

describe('the state of a payment', () => {
  // covers: S4.28
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
  ])('%s → %s', (status, state) => {
    expect(stateOf(status, 'redirect')).toBe(state)
  })

  // covers: S4.29
  it('takes ERROR for a rejection only when the transaction was validated', () => {
    expect(stateOf('ERROR', 'validate')).toBe('rejected')
  })

  it('says the sentence of the server, else ours', () => {
    expect(confirmationOf(payment('APPROVED', 'Dicho.'), 'redirect').message).toBe('Dicho.')
    expect(confirmationOf(payment('DECLINED'), 'redirect').message).toBe(
      'Pago rechazado o fallido. Tu saldo no ha sido modificado. Intenta con otro método de pago.',
    )
    expect(confirmationOf(payment('ABANDONED'), 'redirect').title).toBe('Pago abandonado')
    expect(confirmationOf(payment('OTHER', 'x'), 'redirect').message).toBe(
      'Estado de transacción desconocido.',
    )
  })

  it('explains a question that failed', () => {
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

describe('what is asked about', () => {
  const nothing: Remembered = { transactionId: null, reference: null }
  const target = (query: string, remembered = nothing) =>
    targetOf(new URLSearchParams(query), remembered)

  // covers: S2.35
  it('prefers the reference, with the id as a hint', () => {
    expect(target('payment_return=true&reference=CUPO-1&id=1-2&status=APPROVED')).toEqual({
      kind: 'reference',
      reference: 'CUPO-1',
      transactionId: '1-2',
    })
  })

  // covers: S2.35
  it('takes id or transaction_id when there is no reference', () => {
    const expected = { kind: 'transaction', transactionId: '1-2' }
    expect(target('id=1-2')).toEqual(expected)
    expect(target('transaction_id=1-2')).toEqual(expected)
  })

  it('falls back on what was pending, then on the last payment', () => {
    expect(target('', { transactionId: '9-9', reference: 'CUPO-2' })).toMatchObject({
      transactionId: '9-9',
    })
    expect(target('', { transactionId: null, reference: 'CUPO-2' })).toMatchObject({
      reference: 'CUPO-2',
    })
    expect(target('')).toBeNull()
  })

  it('asks about nothing when the address is not one of ours', () => {
    const remembered = { transactionId: '9-9', reference: null }
    expect(target('id=<script>', remembered)).toBeNull()
    expect(target(`reference=${'x'.repeat(65)}`, remembered)).toBeNull()
  })

  // covers: S5.18
  it('warns of an unusual id', () => {
    expect(isUnusualTransaction('1234567-1234567890-12345')).toBe(false)
    expect(isUnusualTransaction('PAY-1')).toBe(false)
    expect(isUnusualTransaction('abc')).toBe(true)
    expect(isUnusualTransaction(null)).toBe(false)
  })
})
