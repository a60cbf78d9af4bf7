import { api } from '#web/lib/api.ts'

/** Texts and action of a kind of mailed link; the action runs when the person confirms it. */
export type MailLink = {
  title: string
  lead: string
  button: string
  /** Replaces `lead` where no password is asked for. */
  leadHere?: string
  /**
   * When the page asks for a password. `elsewhere`: in every browser except the one that made the
   * request. `visitor`: when nobody, or another person, is signed in.
   */
  withPassword: 'elsewhere' | 'visitor' | 'never'
  /** Label of the field for the current password; if absent, the field is for a new password. */
  passwordLabel?: string
  /** Whether confirming the link ends every session of the account. */
  endsSessions: boolean
  done: string
  /** Confirms the link; `password` is empty when none is asked for. */
  confirm: (token: string, password: string) => Promise<unknown>
}

export const mailLinks = {
  recovery: {
    title: 'Confirma tu contraseña nueva',
    lead: 'Escribe la que quieres usar. Al confirmarla cerramos las sesiones de tu cuenta.',
    leadHere: 'Es la que escribiste aquí. Al confirmarla cerramos las sesiones de tu cuenta.',
    button: 'Confirmar contraseña',
    withPassword: 'elsewhere',
    endsSessions: true,
    done: 'Tu contraseña cambió',
    confirm: (token, password) =>
      api.auth.confirmRecovery({ body: { token, ...(password ? { password } : {}) } }),
  },
  emailChange: {
    title: 'Confirma tu nuevo correo',
    lead: 'Desde ahora entrarás a Cupo con este correo.',
    button: 'Confirmar correo',
    withPassword: 'never',
    endsSessions: false,
    done: 'Tu correo cambió',
    confirm: (token) => api.auth.confirmEmail({ body: { token } }),
  },
  address: {
    title: 'Confirma tu correo',
    lead: 'Con tu correo confirmado puedes reservar, publicar viajes y crear alertas.',
    button: 'Confirmar mi correo',
    withPassword: 'visitor',
    endsSessions: false,
    passwordLabel: 'Contraseña de tu cuenta',
    done: 'Tu correo quedó confirmado',
    confirm: (token, password) =>
      api.auth.confirmAddress({ body: { token, ...(password ? { password } : {}) } }),
  },
  emailUndo: {
    title: 'Deshacer el cambio de correo',
    lead: 'Tu cuenta vuelve a tu correo anterior. Cerramos las sesiones y anulamos la contraseña.',
    button: 'Deshacer el cambio',
    withPassword: 'never',
    endsSessions: true,
    done: 'Tu cuenta volvió a tu correo',
    confirm: (token) => api.auth.undoEmail({ body: { token } }),
  },
} as const satisfies Record<string, MailLink>
