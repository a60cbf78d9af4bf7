import { hasEnteredMark } from '#web/lib/entered-mark.ts'
import { toastAction } from '#web/ui/toaster.ts'

/** What the person loses with these keys; with all others, something that is not sent yet. */
const LOSSES: readonly (readonly [RegExp, string])[] = [
  [/^(auth|refresh)_token$/, 'Tu navegador no guarda la sesión: si cierras, entra otra vez.'],
  [/^publish_draft:/, 'Este borrador se pierde si cierras esta página.'],
  [/^ticket:/, 'Tu tiquete no se abrirá sin red: hazle una captura de pantalla.'],
  [/^run-sheet:|:packs$/, 'La lista de pasajeros no se abrirá sin red: deja esto abierto.'],
  [/:photos$/, 'Las fotos que no has enviado se pierden si cierras esta página.'],
  [/^invite_code$/, 'Crea tu cuenta sin cerrar esta página, para que cuente la invitación.'],
  [/^book-intent:/, 'Después de recargar, vuelve al viaje y confirma la reserva.'],
  [/^confirm:/, 'Si esta página se recarga mientras confirmas, mira si ya quedó hecho.'],
  [/./, 'Lo que todavía no se ha enviado se pierde si cierras esta página.'],
]

/** Keys that nobody misses: a choice to make again, a hint, or a copy of what the server knows. */
const HINTS = new RegExp(
  '^(theme|clock_|wallet[_:]|chat:|search:|recent-searches|.+_?habits|install-offer|push-|' +
    'auth_user_|token_expires|is_new_|signed_in_before|boarding_device|' +
    'qr_reader|recovery_asked|under_way|last_payment_|' +
    'unsent_|pending_transaction_|seat-keep-place|(apple_)?oauth_|launch-opened)',
)

/** Returns what the person loses when this key is not stored; null when it is nothing. */
export function lossOf(key: string): string | null {
  if (HINTS.test(key) || (key === 'auth_token' && hasEnteredMark())) return null
  return LOSSES.find(([keys]) => keys.test(key))?.[1] ?? null
}

const told = new Set<string>()

/** Tells what is lost because this key could not be stored; each sentence once per page. */
export function tellUnkept(key: string): void {
  // Later: `saveTokens` sets the mark after it has failed to store the token.
  queueMicrotask(() => {
    const loss = lossOf(key)
    if (loss === null || told.has(loss)) return
    told.add(loss)
    const text = `El almacenamiento de tu navegador está lleno o bloqueado. ${loss}`
    toastAction(text, 'Entendido', () => undefined)
  })
}
