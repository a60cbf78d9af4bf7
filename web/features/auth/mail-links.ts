import { api } from '#web/lib/api.ts'

/** What a mailed link does after the person has confirmed it. */
export type MailLink = {
  title: string
  lead: string
  button: string
  /** Replaces `lead` where no password is asked for. */
  leadHere?: string
  /**
   * Whether it takes a password. `elsewhere`: in every browser but the one that asked. `visitor`:
   * where nobody is signed in, or somebody else.
   */
  withPassword: 'elsewhere' | 'visitor' | 'never'
  /** Label for the current password; without it, a new one is typed. */
  passwordLabel?: string
  /** Whether it ends every session of the account. */
  endsSessions: boolean
  done: string
  /** `password`: empty where none is asked for. */
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
