import type { RatedAs, RatingOutcome, RatingTag } from '#contract/rating-tags.ts'
import type { Level } from '#contract/standing.ts'

export const tagWords: Record<RatingTag, string> = {
  on_time: 'Puntual',
  drives_safely: 'Conduce con cuidado',
  clean_car: 'Carro limpio',
  friendly: 'Buen trato',
  flexible: 'Flexible con el punto',
  late: 'Llegó tarde',
  drives_fast: 'Conduce muy rápido',
  dirty_car: 'Carro sucio',
  rude: 'Mal trato',
  asked_for_more_money: 'Pidió más plata',
  missed_change: 'No alcanzó el cambio',
  respectful: 'Cuida el carro',
  good_communication: 'Se comunica bien',
  too_much_luggage: 'Más equipaje del acordado',
  did_not_pay: 'No pagó lo acordado',
  told_in_time: 'Avisó con tiempo',
  explained: 'Explicó por qué',
  last_minute: 'Canceló a última hora',
  did_not_come: 'No llegó',
  no_answer: 'No respondió',
  asked_to_cancel: 'Me pidió cancelar',
}

/** Texts of the trust levels; null: nothing is shown for a new person. */
export const levelWords: Record<Level, string | null> = {
  new: null,
  regular: 'Viaja seguido',
  trusted: 'De confianza',
  outstanding: 'Destacado en la comunidad',
}

export const starWords = (stars: number) => (stars === 1 ? '1 estrella' : `${stars} estrellas`)

export function partWords(as: RatedAs, outcome: RatingOutcome): string {
  if (outcome === 'cancelled') return 'Viaje cancelado'
  return as === 'driver' ? 'Como conductor' : 'Como pasajero'
}
