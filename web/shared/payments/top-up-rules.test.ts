import { describe, expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '#web/lib/api-error.ts'
import { amountAsked, amountProblem, topUpMessage } from './top-up-rules.ts'

describe('the amount of a top-up', () => {
  it.each([
    [null, 'Por favor, ingrese un monto válido en COP.'],
    [0, 'Por favor, ingrese un monto válido en COP.'],
    [9_999, 'El monto mínimo de recarga es de $10.000 COP.'],
    [10_000, null],
    [5_000_000, null],
    [5_000_001, 'El monto máximo por recarga es de $\u00a05.000.000.'],
  ])('answers a top-up amount of %s pesos with the problem %s', (amount, problem) => {
    expect(amountProblem(amount)).toBe(problem)
  })

  it.each([
    ['12000', 12_000],
    ['3200', 10_000],
    ['9999999999', 5_000_000],
    ['$ 62.000', 62_000],
    ['0', null],
    ['', null],
    ['abc', null],
    [null, null],
  ])('reads the amount "%s" in the address as %s pesos', (text, amount) => {
    expect(amountAsked(text)).toBe(amount)
  })
})

describe('message of a failed top-up', () => {
  const error = (status: number, code: ApiErrorCode, message: string, details?: unknown) =>
    new ApiError({ status, code, message, details })

  it('shows the server’s details of a failed top-up, else its sentence, else the status', () => {
    expect(topUpMessage(error(400, 'amount_too_small', 'Muy poco.', 'Detalle.'))).toBe(
      'Error: Detalle.',
    )
    expect(topUpMessage(error(400, 'amount_too_small', 'Muy poco.', { a: 1 }))).toBe(
      'Error: Muy poco.',
    )
    expect(topUpMessage(error(502, 'unknown', 'x'))).toBe('Error del servidor: 502')
  })

  it('does not put "Error" twice before the message of a failed top-up', () => {
    expect(topUpMessage(error(0, 'network', 'Error de red o servidor.'))).toBe(
      'Error de red o servidor.',
    )
    expect(topUpMessage(new Error('Respuesta del servidor inválida'))).toBe(
      'Error: Respuesta del servidor inválida',
    )
  })
})
