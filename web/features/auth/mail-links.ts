import { api } from '#web/lib/api.ts'

/** What the link of a mail does, once its person confirms it. */
export type MailLink = {
  title: string
  lead: string
  button: string
  /** The new password once more: who asked for it is who opens the link. */
  withPassword: boolean
  done: string
  confirm: (token: string, password: string) => Promise<unknown>
}

export const mailLinks = {
  recovery: {
    title: 'Confirma tu contraseña nueva',
    lead: 'Escríbela otra vez. Al confirmarla cerramos las sesiones abiertas de tu cuenta.',
    button: 'Confirmar contraseña',
    withPassword: true,
    done: 'Tu contraseña cambió',
    confirm: (token, password) => api.account.confirmRecovery({ body: { token, password } }),
  },
  emailChange: {
    title: 'Confirma tu nuevo correo',
    lead: 'Desde ahora entrarás a Cupo con este correo.',
    button: 'Confirmar correo',
    withPassword: false,
    done: 'Tu correo cambió',
    confirm: (token) => api.account.confirmEmail({ body: { token } }),
  },
  emailUndo: {
    title: 'Deshacer el cambio de correo',
    lead: 'Tu cuenta vuelve a tu correo anterior. Cerramos las sesiones y anulamos la contraseña.',
    button: 'Deshacer el cambio',
    withPassword: false,
    done: 'Tu cuenta volvió a tu correo',
    confirm: (token) => api.account.undoEmail({ body: { token } }),
  },
} as const satisfies Record<string, MailLink>
