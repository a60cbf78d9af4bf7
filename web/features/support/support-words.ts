import type { AboutRef, TicketKind, TicketSummary } from '#contract/support-tickets.ts'
import { optionsOf } from '#web/ui/select.tsx'
import type { PillTone } from '#web/ui/status-pill.tsx'

export const kindWords: Record<TicketKind, string> = {
  safety: 'Seguridad',
  money: 'Dinero y recargas',
  booking: 'Viajes y reservas',
  account: 'Mi cuenta',
  other: 'Otra cosa',
}

export const kindOptions = optionsOf(kindWords)

/** The text if it is a kind of ticket, else undefined. */
export function kindOf(value: string): TicketKind | undefined {
  return value in kindWords ? (value as TicketKind) : undefined
}

/** Kind of a ticket's subject, by its Spanish word in the address. */
const aboutKinds: Record<string, AboutRef['kind']> = {
  viaje: 'trip',
  reserva: 'booking',
  movimiento: 'movement',
  pago: 'payment',
}

/** Reads the subject of a new ticket from the address; null if there is none. */
export function readAboutRef(params: URLSearchParams): AboutRef | null {
  const kind = aboutKinds[params.get('sobre') ?? '']
  const ref = params.get('de')
  return kind && ref ? { kind, ref } : null
}

/** Suggested kind of a ticket with this subject; empty without a subject. */
export function likelyKind(about: AboutRef | null): TicketKind | '' {
  if (!about) return ''
  return about.kind === 'trip' || about.kind === 'booking' ? 'booking' : 'money'
}

type Standing = Pick<TicketSummary, 'status' | 'isReopened' | 'isOverdue'>

/** State of a ticket in words for the person who wrote it. */
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
