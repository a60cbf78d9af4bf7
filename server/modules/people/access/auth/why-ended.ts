import { messageOf } from '#contract/errors.ts'
import { instantFormat } from '#server/modules/foundation/notifications/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RevokeReason } from './auth.queries.ts'
import { REFRESH_MS } from './open-session.ts'

const AGAIN = 'Inicia sesión de nuevo.'
const NOT_YOU = 'Si no fuiste tú, recupera tu cuenta.'

/** What is said of an end on purpose; `at` is its time. Other ends have the neutral sentence. */
const WORDS: { [K in RevokeReason | 'operator']?: (at: string) => string } = {
  closed: (at) => `Entraste desde otro dispositivo y cerraste esta sesión (${at}). ${AGAIN}`,
  closed_all: (at) => `Cerraste todas las sesiones (${at}). ${AGAIN}`,
  password: (at) => `Cambiaste la contraseña (${at}) y cerramos tus otras sesiones. ${NOT_YOU}`,
  recovery: (at) => `Recuperaste tu cuenta (${at}) y cerramos todas las sesiones. ${NOT_YOU}`,
  email_undo: (at) => `Deshiciste un cambio de correo (${at}). Recupera tu cuenta para entrar.`,
  unlinked: (at) => `Se desvinculó la cuenta con la que entrabas (${at}). ${NOT_YOU}`,
  team: (at) => `Tus permisos en el equipo cambiaron (${at}). ${AGAIN}`,
  operator: (at) => `Cupo cerró las sesiones por seguridad (${at}). ${AGAIN}`,
}

/** Refusal of a renewal whose session is unknown, or ended; `why` only for who held its token. */
export function ended(why?: { reason: string | null; at: Date }): AppError {
  const words = why && WORDS[why.reason as keyof typeof WORDS]?.(instantFormat.format(why.at))
  return new AppError('unauthenticated', { message: words ?? messageOf('token_expired') })
}

/** Refusal of a renewal after the end of the session by time, which it names. */
export function endedByTime(session: { rotated_at: Date; expires_at: Date }): AppError {
  const lasted = session.expires_at.getTime() - session.rotated_at.getTime()
  const idle = 'Tu sesión se venció por inactividad: pasaron 30 días sin usarla.'
  const old = 'Tu sesión llegó al tiempo máximo que puede estar abierta.'
  return new AppError('token_expired', { message: `${lasted < REFRESH_MS ? old : idle} ${AGAIN}` })
}
