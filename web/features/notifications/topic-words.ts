import type { Topic } from '#contract/notification-topics.ts'

/** Name and description of each topic of notifications. */
export const topicWords: Record<Topic, { name: string; about: string }> = {
  trips: { name: 'Viajes', about: 'Reservas, solicitudes, cambios de hora y de punto.' },
  money: { name: 'Dinero', about: 'Recargas, cobros, devoluciones y reclamos.' },
  documents: { name: 'Documentos', about: 'Revisión y vencimientos.' },
  messages: { name: 'Mensajes', about: 'Lo que te escriben otras personas.' },
  alerts: { name: 'Alertas', about: 'Viajes como los que buscas.' },
  news: { name: 'Novedades', about: 'Puntos, tarjetas y lo nuevo en Cupo.' },
  account: { name: 'Seguridad', about: 'Tu contraseña, tu correo y tus sesiones.' },
}
