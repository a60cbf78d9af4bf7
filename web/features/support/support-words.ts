import type { AboutRef, TicketKind, TicketSummary } from '#contract/support-tickets.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

export const kindWords: Record<TicketKind, string> = {
  safety: 'Seguridad',
  money: 'Dinero y recargas',
  booking: 'Viajes y reservas',
  account: 'Mi cuenta',
  other: 'Otra cosa',
}

export const kindOptions = Object.entries(kindWords).map(([value, label]) => ({ value, label }))

/** Undefined for what is no kind. */
export function kindOf(value: string): TicketKind | undefined {
  return value in kindWords ? (value as TicketKind) : undefined
}

/** The words of the address for what a ticket is about. */
const aboutKinds: Record<string, AboutRef['kind']> = {
  viaje: 'trip',
  reserva: 'booking',
  movimiento: 'movement',
  pago: 'payment',
}

/** What the address says that a new ticket is about; null for nothing. */
export function readAboutRef(params: URLSearchParams): AboutRef | null {
  const kind = aboutKinds[params.get('sobre') ?? '']
  const ref = params.get('de')
  return kind && ref ? { kind, ref } : null
}

/** The kind that such a ticket most likely has. */
export function likelyKind(about: AboutRef | null): TicketKind | '' {
  if (!about) return ''
  return about.kind === 'trip' || about.kind === 'booking' ? 'booking' : 'money'
}

type Standing = Pick<TicketSummary, 'status' | 'isReopened' | 'isOverdue'>

/** Its state as its person reads it. */
export function ownStatus({ status, isReopened }: Standing): { tone: PillTone; text: string } {
  switch (status) {
    case 'unconfirmed':
      return { tone: 'warn', text: 'Falta confirmar' }
    case 'open':
      return { tone: 'info', text: isReopened ? 'Abierto de nuevo' : 'En revisión' }
    case 'waiting':
      return { tone: 'urgent', text: 'Te respondimos' }
    case 'resolved':
      return { tone: 'ok', text: 'Resuelto' }
  }
}
