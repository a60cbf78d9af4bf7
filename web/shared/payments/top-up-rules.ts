import { TOPUP_MAX_PESOS, TOPUP_MIN_PESOS } from '#contract/limits.ts'
import { readPesos } from '#contract/peso-amount.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { pesos } from '#web/lib/format.ts'

/** Shown when the person is unknown (spec-coverage §5). */
export const NO_USER =
  'Error: No se encontró información del usuario. Por favor, inicie sesión nuevamente.'
export const INCOMPLETE_PAYMENT = 'Datos incompletos para el pago. Contacta a soporte técnico.'
export const INVALID_ANSWER = 'Respuesta del servidor inválida'

/** Returns the problem with a top-up amount in whole pesos; null when it can be paid. */
export function amountProblem(amount: number | null): string | null {
  if (amount === null || !(amount > 0)) return 'Por favor, ingrese un monto válido en COP.'
  if (amount < TOPUP_MIN_PESOS) return 'El monto mínimo de recarga es de $10.000 COP.'
  if (amount > TOPUP_MAX_PESOS)
    return `El monto máximo por recarga es de ${pesos(TOPUP_MAX_PESOS)}.`
  return null
}

/** Reads `?amount=` of the address, clamped to the limits; null when it is not an amount. */
export function amountAsked(text: string | null): number | null {
  const amount = readPesos(text ?? '')
  if (!amount) return null
  return Math.min(TOPUP_MAX_PESOS, Math.max(TOPUP_MIN_PESOS, amount))
}

/** Message of a failed top-up: server's details or error, else status (spec-coverage §8). */
export function topUpMessage(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return withPrefix(error instanceof Error ? error.message : INVALID_ANSWER)
  }
  if (error.code === 'unknown') return `Error del servidor: ${error.status}`
  return withPrefix(typeof error.details === 'string' ? error.details : error.message)
}

function withPrefix(message: string): string {
  return message.startsWith('Error') ? message : `Error: ${message}`
}
