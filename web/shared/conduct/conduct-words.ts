import type { CaseOutcome, ReportReason, SanctionKind, Standing } from '#contract/conduct.ts'

export const reasonWords: Record<ReportReason, string> = {
  dangerous_driving: 'Manejó de forma peligrosa',
  harassment: 'Acoso o amenazas',
  discrimination: 'Discriminación',
  other_person: 'Viajó otra persona o en otro carro',
  asks_money_outside: 'Pidió dinero que no era lo acordado en Cupo',
  commercial: 'Es transporte comercial, no compartido',
  no_show: 'No llegó o llegó muy tarde',
  offensive_text: 'Escribió algo ofensivo',
  fraud: 'Estafa o suplantación',
  other: 'Otra cosa',
}

/** Texts for the staff about the signals that automatic rules raise. */
const signalWords: Record<string, string> = {
  frequency: 'Publica demasiados viajes en una semana',
  plate_frequency: 'El carro viaja demasiado con varios conductores',
  device_frequency: 'Varias cuentas del mismo celular publican demasiados viajes',
  shared_plate: 'Muchas personas publican con el mismo carro',
  long_day: 'Demasiadas horas al volante en un día',
  earnings: 'Lo que recibe supera el costo de sus viajes',
  strikes: 'Varios incumplimientos con pasajeros',
  fails_again: 'Le falló varias veces a la misma persona',
  inherited: 'Su documento o celular es de otra cuenta, que tiene o se cerró con una sanción',
}

export function reasonOf(reason: string): string {
  return signalWords[reason] ?? reasonWords[reason as ReportReason] ?? reason
}

export const standingWords: Record<Standing, string> = {
  good: 'Al día',
  warned: 'Con advertencia',
  paused: 'En pausa',
  suspended: 'Suspendida',
  expelled: 'Cerrada a los viajes',
}

export const sanctionWords: Record<SanctionKind, string> = {
  warned: 'Advertencia',
  paused: 'Pausa mientras revisamos',
  suspended: 'Suspensión',
  expelled: 'Cierre de la cuenta a los viajes',
}

export const outcomeWords: Record<CaseOutcome, string> = {
  nothing: 'Sin falta',
  hidden: 'Ocultar el texto',
  warning: 'Advertencia',
  suspension: 'Suspensión',
  expulsion: 'Expulsión',
}

export function outcomeOf(outcome: string | null): string {
  if (outcome === null) return 'Por decidir'
  return outcomeWords[outcome as CaseOutcome] ?? outcome
}
