import type { Topic } from '#contract/notification-topics.ts'

/** Name and description of each topic of notifications. */
export const topicWords: Record<Topic, { name: string; about: string }> = {
  travel: { name: 'Cambios y salida', about: 'Hora o punto que cambió, cancelación y «ya salió».' },
  trips: { name: 'Reservas', about: 'Reservas, solicitudes y lo demás de tus viajes.' },
  money: { name: 'Dinero', about: 'Recargas, cobros, devoluciones y reclamos.' },
  documents: { name: 'Documentos', about: 'Revisión y vencimientos.' },
  messages: { name: 'Mensajes', about: 'Lo que te escriben otras personas.' },
  alerts: { name: 'Alertas', about: 'Viajes como los que buscas.' },
  news: { name: 'Novedades', about: 'Puntos, tarjetas y lo nuevo en Cupo.' },
  account: { name: 'Seguridad', about: 'Tu contraseña, tu correo y tus sesiones.' },
}

/** Groups of topics with one switch each. */
export const topicGroups: { name: string; topics: Topic[] }[] = [
  { name: 'Tu viaje', topics: ['travel', 'trips', 'messages'] },
  { name: 'Tu dinero', topics: ['money'] },
  { name: 'Tu cuenta', topics: ['account', 'documents'] },
  { name: 'Lo nuevo', topics: ['alerts', 'news'] },
]
