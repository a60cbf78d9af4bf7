import { api } from '#web/lib/api.ts'
import { isNativeWrapper } from '#web/lib/native-wrapper.ts'
import { paths } from '#web/lib/paths.ts'
import type { KeptTokens } from '#web/lib/token-store.ts'

type Onward = { to: string; label: string }

/** Texts and action of a kind of mailed link; the action runs when the person confirms it. */
export type MailLink = {
  /** Title of the page in the browser. */
  page: string
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
  /** Whether the end leads back to the page that the person was on their way to. */
  leadsBack: boolean
  /** Where the person goes afterwards, if not to the wallet or the login. */
  next?: Onward
  /** Where the person gets another link when this one is no longer valid. */
  renew?: Onward
  /** Confirms the link, and may sign in; `password` is empty when none is asked for. */
  confirm: (token: string, password: string) => Promise<KeptTokens | { message: string }>
}

export const mailLinks = {
  recovery: {
    page: 'Recuperar cuenta',
    title: 'Confirma tu contraseña nueva',
    lead: 'Escribe la que quieres usar. Al confirmarla entras y cerramos tus otras sesiones.',
    leadHere: 'Es la que escribiste aquí. Al confirmarla entras y cerramos tus otras sesiones.',
    button: 'Confirmar contraseña',
    withPassword: 'elsewhere',
    endsSessions: true,
    done: 'Tu contraseña cambió',
    leadsBack: true,
    renew: { to: paths.recovery(), label: 'Pedir otro enlace' },
    confirm: (token, password) => {
      const mobile = isNativeWrapper() ? { mobile: true } : {}
      const body = { token, ...(password ? { password } : {}), ...mobile }
      return api.auth.confirmRecovery({ body })
    },
  },
  emailChange: {
    page: 'Confirmar correo',
    title: 'Confirma tu nuevo correo',
    lead: 'Desde ahora entrarás a Cupo con este correo.',
    button: 'Confirmar correo',
    withPassword: 'never',
    endsSessions: false,
    done: 'Tu correo cambió',
    leadsBack: false,
    confirm: (token) => api.auth.confirmEmail({ body: { token } }),
  },
  address: {
    page: 'Confirmar correo',
    title: 'Confirma tu correo',
    lead: 'Con tu correo confirmado puedes reservar, publicar viajes y crear alertas.',
    button: 'Confirmar mi correo',
    withPassword: 'visitor',
    endsSessions: false,
    passwordLabel: 'Contraseña de tu cuenta',
    done: 'Tu correo quedó confirmado',
    leadsBack: true,
    confirm: (token, password) =>
      api.auth.confirmAddress({ body: { token, ...(password ? { password } : {}) } }),
  },
  emailUndo: {
    page: 'Deshacer cambio de correo',
    title: 'Deshacer el cambio de correo',
    lead: 'Tu cuenta vuelve a tu correo anterior. Cerramos las sesiones y anulamos la contraseña.',
    button: 'Deshacer el cambio',
    withPassword: 'never',
    endsSessions: true,
    done: 'Tu cuenta volvió a tu correo',
    leadsBack: false,
    next: { to: paths.recovery(), label: 'Recuperar mi cuenta' },
    confirm: (token) => api.auth.undoEmail({ body: { token } }),
  },
} as const satisfies Record<string, MailLink>
