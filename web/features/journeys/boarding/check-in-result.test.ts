import { describe, expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '#web/lib/api-error.ts'
import { resultOfError } from './check-in-result.ts'

function refusal(code: ApiErrorCode, over: { message?: string; details?: unknown } = {}) {
  return resultOfError(new ApiError({ status: 409, code, message: 'Frase del servidor.', ...over }))
}

describe('words for a refused check-in', () => {
  it('a used ticket is refused with the time of its use', () => {
    const details = { usedAt: '2026-11-20T14:05:00-05:00' }
    const result = refusal('ticket_used', { details })
    expect(result).toMatchObject({ ok: false, title: 'Este tiquete ya se usó' })
    expect(JSON.stringify(result)).toContain('2:05\u00a0p.\u00a0m.')
  })

  it.each([undefined, null, {}, { usedAt: 5 }])(
    'a used ticket is refused without a time when the error details have none (%j)',
    (details) =>
      expect(refusal('ticket_used', { details })).toMatchObject({
        detail: 'No lo aceptes otra vez.',
      }),
  )

  it("an invalid ticket is refused with the server's own sentence", () =>
    expect(refusal('ticket_invalid', { message: 'Este tiquete ya venció.' })).toMatchObject({
      title: 'Este tiquete ya venció',
    }))

  it('check-in of a booking in dispute says that there is a claim', () =>
    expect(refusal('booking_in_dispute')).toMatchObject({
      title: 'Esta reserva tiene un reclamo',
    }))

  it("check-in shows the server's sentence for an error without words of its own", () =>
    expect(refusal('busy')).toMatchObject({
      title: 'No se registró',
      detail: 'Frase del servidor.',
    }))
})
