import type { TripState } from './trips.ts'

/** Names of the states of a trip, for screens and for the files of the desk. */
export const tripStateTexts: Record<TripState, string> = {
  draft: 'Borrador',
  to_leave: 'Por salir',
  late_to_leave: 'Tarde para salir',
  on_the_way: 'En camino',
  late_to_arrive: 'Tarde para llegar',
  no_news: 'Sin noticias',
  finished: 'Terminado',
  cancelled: 'Cancelado',
}
