import { ApiError, messageOf } from '#web/lib/api-error.ts'

/** Returns the message for a failed passkey: our server's refusal, or the browser's error. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error)
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'Esa llave ya está en tu cuenta.'
  // Cancelled or timed out: browsers do not tell which.
  return 'No se usó la llave. Inténtalo de nuevo o elige otra forma.'
}
