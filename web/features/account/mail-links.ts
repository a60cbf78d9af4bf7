import { api } from '#web/lib/api.ts'

/** What the link of a mail does, once its person confirms it. */
export type MailLink = {
  title: string
  lead: string
  button: string
  /**
   * The password once more: who asked is who opens the link. `visitor`: where nobody is signed in,
   * or somebody else.
   */
  withPassword: 'always' | 'visitor' | 'never'
  passwordLabel?: string
  /** Whether another password than the one asked for may be taken. */
  replaceable: boolean
  done: string
  /** `replace`: the password typed now rules, though another one was asked for. */
  confirm: (token: string, password: string, replace: boolean) => Promise<unknown>
}

export const mailLinks = {
  recovery: {
    title: 'Confirma tu contraseña nueva',
    lead: 'Escríbela otra vez. Al confirmarla cerramos las sesiones abiertas de tu cuenta.',
    button: 'Confirmar contraseña',
    withPassword: 'always',
    replaceable: true,
    done: 'Tu contraseña cambió',
    confirm: (token, password, replace) =>
      api.account.confirmRecovery({ body: { token, password, replace } }),
  },
  emailChange: {
    title: 'Confirma tu nuevo correo',
    lead: 'Desde ahora entrarás a Cupo con este correo.',
    button: 'Confirmar correo',
    withPassword: 'never',
    replaceable: false,
    done: 'Tu correo cambió',
    confirm: (token) => api.account.confirmEmail({ body: { token } }),
  },
  address: {
    title: 'Confirma tu correo',
    lead: 'Con tu correo confirmado puedes reservar, publicar viajes y crear alertas.',
    button: 'Confirmar mi correo',
    withPassword: 'visitor',
    replaceable: false,
    passwordLabel: 'Contraseña de tu cuenta',
    done: 'Tu correo quedó confirmado',
    confirm: (token, password) =>
      api.account.confirmAddress({ body: { token, ...(password ? { password } : {}) } }),
  },
  emailUndo: {
    title: 'Deshacer el cambio de correo',
    lead: 'Tu cuenta vuelve a tu correo anterior. Cerramos las sesiones y anulamos la contraseña.',
    button: 'Deshacer el cambio',
    withPassword: 'never',
    replaceable: false,
    done: 'Tu cuenta volvió a tu correo',
    confirm: (token) => api.account.undoEmail({ body: { token } }),
  },
} as const satisfies Record<string, MailLink>
